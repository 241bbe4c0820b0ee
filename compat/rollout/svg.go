package rollout

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// Sizes of the lane chart, in SVG units.
const (
	laneHeight  = 24
	barHeight   = 14
	groupGap    = 10
	leftMargin  = 16
	letterWidth = 6.9 // of the 12 px font, on the wide side
	minColumn   = 44
	maxColumn   = 92
)

// paints are the colours of the chart, by class, on light and on dark pages. There is no script, and nothing is said by colour
// alone: windows are hatched, findings are numbered, the rollback point is labelled. Each is a plain rule, since programs that turn
// charts into pictures know neither custom properties nor pages.
var paints = [...]struct{ class, property, light, dark string }{
	{"paper", "fill", "#ffffff", "#0d1117"},
	{"text", "fill", "#1f2933", "#e6edf3"},
	{"soft", "fill", "#5f6c7b", "#9aa7b4"},
	{"num", "fill", "#ffffff", "#0d1117"},
	{"band", "fill", "#f6f8fa", "#151b23"},
	{"grid", "stroke", "#e3e8ee", "#262d36"},
	{"build", "fill", "#2f6db3", "#5b9ee6"},
	{"build-edge", "stroke", "#2f6db3", "#5b9ee6"},
	{"data", "fill", "#2a8a72", "#4cc2a0"},
	{"data-edge", "stroke", "#2a8a72", "#4cc2a0"},
	{"bad", "fill", "#c62828", "#ff6b6b"},
	{"bad-edge", "stroke", "#c62828", "#ff6b6b"},
	{"gate", "fill", "#a15c00", "#f0b252"},
	{"ok", "fill", "#2e7d32", "#6fcf74"},
	{"ok-edge", "stroke", "#2e7d32", "#6fcf74"},
}

// svgStyle is the chart's style sheet.
func svgStyle() string {
	var light, dark strings.Builder
	for _, p := range paints {
		fmt.Fprintf(&light, "  .%s { %s: %s; }\n", p.class, p.property, p.light)
		fmt.Fprintf(&dark, "    .%s { %s: %s; }\n", p.class, p.property, p.dark)
	}
	return `
  text { font-family: system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; font-size: 12px; }
  .group { font-weight: 600; }
  .verdict { font-size: 15px; font-weight: 600; }
  .num { font-size: 11px; font-weight: 700; }
` + light.String() + "  @media (prefers-color-scheme: dark) {\n" + dark.String() + "  }\n"
}

// A canvas collects SVG elements.
type canvas struct{ strings.Builder }

func (b *canvas) put(format string, args ...any) {
	fmt.Fprintf(&b.Builder, "  "+format+"\n", args...)
}

func (b *canvas) text(x, y float64, class, text string) {
	b.put(`<text x="%.1f" y="%.1f" class="%s">%s</text>`, x, y, class, html.EscapeString(text))
}

// A lay is where things are on the canvas.
type lay struct {
	*chart
	left, column, top, width, bottom float64
	rowY                             []float64
}

// WriteSVG draws the lane chart.
func (r *Report) WriteSVG(w io.Writer) error {
	if r.checker == nil {
		return r.writeCircleSVG(w)
	}
	l := newLay(r.newChart())
	b := &canvas{}
	height := r.drawInto(b, l)
	out := &strings.Builder{}
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-labelledby="title desc">`+"\n", l.width, height, l.width, height)
	fmt.Fprintf(out, "  <title id=\"title\">%s: %s</title>\n  <desc id=\"desc\">%s</desc>\n", html.EscapeString(r.title()), r.Verdict, html.EscapeString(r.describe()))
	fmt.Fprintf(out, "  <style>%s  </style>\n", svgStyle())
	out.WriteString(svgPatterns)
	fmt.Fprintf(out, "  <rect width=\"100%%\" height=\"100%%\" class=\"paper\"/>\n")
	out.WriteString(b.String())
	out.WriteString("</svg>\n")
	_, err := io.WriteString(w, out.String())
	return err
}

const svgPatterns = `  <defs>
    <pattern id="hb" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="build" opacity=".16"/><rect width="2" height="6" class="build" opacity=".75"/></pattern>
    <pattern id="hd" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="6" height="6" class="data" opacity=".16"/><rect width="1.4" height="6" class="data" opacity=".7"/></pattern>
  </defs>
`

func (r *Report) title() string {
	if r.Plan.Name != "" {
		return r.Plan.Name
	}
	return r.Plan.File
}

// describe says in sentences what the chart shows, for those who cannot see it.
func (r *Report) describe() string {
	text := fmt.Sprintf("Lanes of builds and stored data over the steps of the rollout. Verdict: %s.", r.Verdict)
	for i, f := range r.Findings {
		if i == maxClashes {
			text += fmt.Sprintf(" And %d more findings.", len(r.Findings)-i)
			break
		}
		text += " " + strings.TrimSuffix(f.Message, ".") + "."
	}
	if t := r.Triangle(); t != nil {
		line := t.Line()
		text += " " + strings.ToUpper(line[:1]) + line[1:] + "."
	}
	return text
}

func newLay(ch *chart) *lay {
	l := &lay{chart: ch}
	label, id := 0, 0
	for _, g := range ch.groups {
		for _, ln := range g.lanes {
			label = max(label, len([]rune(ln.label)))
		}
		label = max(label, len([]rune(g.title))-2)
	}
	for _, i := range ch.steps {
		id = max(id, len([]rune(ch.c.plan.Steps[i].ID)))
	}
	l.left = leftMargin + float64(label)*letterWidth + 26
	l.column = min(maxColumn, max(minColumn, 900/float64(max(1, len(ch.steps)))))
	l.top = 52 + float64(id)*letterWidth*0.60 + 16
	l.width = max(l.left+l.column*float64(len(ch.steps))+float64(id)*letterWidth*0.8+40, 620)
	return l
}

// x turns a position into a coordinate.
func (l *lay) x(at float64) float64 { return l.left + at*l.column }

// drawInto draws everything and returns the height it took.
func (r *Report) drawInto(b *canvas, l *lay) float64 {
	b.text(leftMargin, 24, "text verdict", fmt.Sprintf("%s: %s", r.title(), r.Verdict))
	y := l.top
	if len(l.gates) > 0 {
		y += laneHeight
	}
	lanes := &canvas{}
	for _, g := range l.groups {
		y = l.drawGroup(lanes, g, y)
	}
	l.bottom = y
	l.drawColumns(b)
	b.WriteString(lanes.String())
	l.drawGates(b)
	l.drawRollbackPoint(b)
	l.drawClashes(b)
	return r.drawLegend(b, l, l.bottom+34)
}

// drawColumns draws the grid and the step names, slanted so that long ids stay readable.
func (l *lay) drawColumns(b *canvas) {
	for col, i := range l.steps {
		x := l.x(float64(col))
		if col%2 == 0 {
			b.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="band"/>`, x, l.top-6, l.column, l.bottom-l.top+6)
		}
		b.put(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="grid"/>`, x, l.top-6, x, l.bottom)
		cx := x + l.column/2
		b.put(`<text transform="translate(%.1f %.1f) rotate(-38)" class="soft">%s</text>`, cx-2, l.top-12, html.EscapeString(fmt.Sprintf("%d %s", col+1, l.c.plan.Steps[i].ID)))
	}
	end := l.x(float64(len(l.steps)))
	b.put(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="grid"/>`, end, l.top-6, end, l.bottom)
}

func (l *lay) drawGroup(b *canvas, g laneGroup, y float64) float64 {
	y += groupGap
	b.text(leftMargin, y+11, "text group", g.title)
	y += 16
	kind, hatch := "build", "url(#hb)"
	if g.data {
		kind, hatch = "data", "url(#hd)"
	}
	for _, ln := range g.lanes {
		top := y + (laneHeight-barHeight)/2
		l.rowY = append(l.rowY, top)
		b.text(leftMargin+12, y+laneHeight/2+4, "soft", ln.label)
		if ln.until > ln.from {
			b.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%d" rx="3" class="%s"><title>%s</title></rect>`, l.x(ln.from), top, (ln.until-ln.from)*l.column, barHeight, kind, html.EscapeString(g.title+" "+ln.label))
		}
		if ln.end > ln.until {
			b.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s" class="%s-edge" stroke-width="1"><title>%s</title></rect>`, l.x(ln.until), top+0.5, (ln.end-ln.until)*l.column, barHeight-1, hatch, kind, html.EscapeString(g.title+" "+ln.label+": "+ln.note))
		}
		if ln.open {
			x := l.x(float64(len(l.steps)))
			b.put(`<path d="M%.1f %.1f l7 %.1f l-7 %.1f z" class="%s"/>`, x+1, top, float64(barHeight)/2, float64(barHeight)/2, kind)
		}
		y += laneHeight
	}
	return y
}

func (l *lay) drawGates(b *canvas) {
	if len(l.gates) == 0 {
		return
	}
	y := l.top + laneHeight/2
	b.text(leftMargin, y+4, "text group", "gates")
	for _, g := range l.gates {
		x := l.x(g.at)
		b.put(`<path d="M%.1f %.1f l8 8 l-8 8 l-8 -8 z" class="gate"><title>gate %s</title></path>`, x, y-8, html.EscapeString(g.name))
	}
}

// drawRollbackPoint marks after how many steps the plan can still be taken back.
func (l *lay) drawRollbackPoint(b *canvas) {
	if l.last < 0 {
		return
	}
	x := l.x(float64(l.last))
	b.put(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="ok-edge" stroke-width="2" stroke-dasharray="6 4"/>`, x, l.top-6, x, l.bottom+6)
	label := "last safe rollback point"
	if l.last == len(l.steps) {
		label = "the whole plan can be taken back"
	}
	anchor, dx := "start", -4.0
	if width := float64(len(label)) * letterWidth; x+width > l.width-8 {
		anchor, dx = "end", 4
	}
	b.put(`<text x="%.1f" y="%.1f" text-anchor="%s" class="ok">%s</text>`, x+dx, l.bottom+20, anchor, label)
}

// drawClashes draws each overlap that must not be: a red box on both lanes, joined, with the finding's number.
func (l *lay) drawClashes(b *canvas) {
	for n, cl := range l.clashes {
		if len(cl.rows) == 0 {
			continue
		}
		x, width := l.x(cl.from), max(8, (cl.till-cl.from)*l.column)
		top, bottom := l.rowY[cl.rows[0]], l.rowY[cl.rows[0]]
		for _, row := range cl.rows {
			top, bottom = min(top, l.rowY[row]), max(bottom, l.rowY[row])
			b.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%d" rx="2" class="bad bad-edge" fill-opacity=".15" stroke-width="2"/>`, x, l.rowY[row]-2, width, barHeight+4)
		}
		at := x + 9 + float64(n%3)*18
		if at > x+width-2 {
			at = x + width/2
		}
		b.put(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="bad-edge" stroke-width="1.5" stroke-dasharray="3 3"/>`, at, top+barHeight+2, at, bottom-2)
		for _, row := range cl.rows {
			y := l.rowY[row] + barHeight/2
			b.put(`<circle cx="%.1f" cy="%.1f" r="8" class="bad"/><text x="%.1f" y="%.1f" text-anchor="middle" class="num">%d</text>`, at, y, at, y+4, n+1)
		}
	}
}

// drawLegend writes what the marks mean and the findings in words.
func (r *Report) drawLegend(b *canvas, l *lay, y float64) float64 {
	y += 14
	x := float64(leftMargin)
	key := func(mark, label string) {
		b.put(mark, x, y-10)
		b.text(x+30, y, "soft", label)
		x += 30 + float64(len(label))*letterWidth + 18
	}
	key(`<rect x="%.1f" y="%.1f" width="24" height="12" rx="3" class="build"/>`, "build runs")
	key(`<rect x="%.1f" y="%.1f" width="24" height="12" fill="url(#hb)" class="build-edge"/>`, "may come back")
	key(`<rect x="%.1f" y="%.1f" width="24" height="12" rx="3" class="data"/>`, "data is written")
	key(`<rect x="%.1f" y="%.1f" width="24" height="12" fill="url(#hd)" class="data-edge"/>`, "still lies there")
	if len(l.gates) > 0 {
		key(`<path transform="translate(%.1f %.1f)" d="M12 -2 l8 8 l-8 8 l-8 -8 z" class="gate"/>`, "gate")
	}
	y += 10
	columns := max(60, int((l.width-2*leftMargin-24)/(letterWidth*0.92)))
	drawn := map[*Finding]bool{}
	for n, cl := range l.clashes {
		drawn[cl.finding] = true
		y = legendLine(b, y, columns, fmt.Sprint(n+1), cl.finding.Rule.ID, cl.finding.Message)
	}
	others := 0
	for _, f := range r.Findings {
		if !drawn[f] && f.Waiver == nil {
			if others++; others <= maxClashes {
				y = legendLine(b, y, columns, "!", f.Rule.ID, f.Message)
			}
		}
	}
	if others > maxClashes {
		y = legendLine(b, y, columns, "", "", fmt.Sprintf("and %d more findings", others-maxClashes))
	}
	return y + 18
}

// legendLine writes one finding: its number, its rule in red, and what it says.
func legendLine(b *canvas, y float64, columns int, mark, rule, text string) float64 {
	y += 8
	for i, line := range wrap(strings.TrimSpace(rule+" "+text), columns) {
		y += 16
		if i == 0 && mark != "" {
			b.put(`<circle cx="%d" cy="%.1f" r="8" class="bad"/><text x="%d" y="%.1f" text-anchor="middle" class="num">%s</text>`, leftMargin+8, y-4, leftMargin+8, y, mark)
		}
		if head, rest, ok := strings.Cut(line, " "); i == 0 && rule != "" && ok {
			b.put(`<text x="%d" y="%.1f" class="text"><tspan class="bad">%s</tspan> %s</text>`, leftMargin+24, y, html.EscapeString(head), html.EscapeString(rest))
			continue
		}
		b.text(leftMargin+24, y, "text", line)
	}
	return y
}

// writeCircleSVG draws the little that can be drawn of a plan whose steps wait for each other.
func (r *Report) writeCircleSVG(w io.Writer) error {
	b := &canvas{}
	y := 24.0
	b.text(leftMargin, y, "text verdict", fmt.Sprintf("%s: %s", r.title(), r.Verdict))
	for _, f := range r.Findings {
		y = legendLine(b, y, 100, "!", f.Rule.ID, f.Message)
	}
	_, err := fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 %.0f\" width=\"760\" height=\"%.0f\" role=\"img\" aria-labelledby=\"title desc\">\n  <title id=\"title\">%s: %s</title>\n  <desc id=\"desc\">%s</desc>\n  <style>%s  </style>\n  <rect width=\"100%%\" height=\"100%%\" class=\"paper\"/>\n%s</svg>\n",
		y+20, y+20, html.EscapeString(r.title()), r.Verdict, html.EscapeString(r.describe()), svgStyle(), b.String())
	return err
}
