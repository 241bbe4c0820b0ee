package unit

import "strings"

// parseSince reads a point in time: "seconds since 1970-01-01", "epoch millis", "unix seconds", "1:MILLISECONDS:EPOCH".
func parseSince(s, lower string) (Unit, bool) {
	if strings.Contains(lower, "epoch") || strings.Contains(lower, "unix") || strings.Contains(lower, "since") {
		if strings.ContainsAny(s, "_") { // epoch_ms, ms_since_epoch
			s, lower = strings.ReplaceAll(s, "_", " "), strings.ReplaceAll(lower, "_", " ")
		}
	}
	for _, sep := range []string{" since ", " from ", " after "} {
		if i := strings.Index(lower, sep); i > 0 && i+len(sep) <= len(s) {
			return timePoint(s[:i], lower[i+len(sep):])
		}
	}
	for _, word := range []string{"epoch ", "epoch-", "unix epoch ", "unix time ", "unix ", "unix-"} {
		if rest, ok := strings.CutPrefix(lower, word); ok {
			return timePoint(strings.TrimPrefix(rest, "in "), Unix)
		}
	}
	if rest, ok := strings.CutSuffix(lower, ":epoch"); ok { // Apache Pinot's time format
		if n, unit, ok := strings.Cut(rest, ":"); ok {
			return timePoint(n+" "+unit, Unix)
		}
	}
	return Unit{}, false
}

func timePoint(unit, since string) (Unit, bool) {
	u, ok := parseExpr(strings.TrimSpace(unit))
	if !ok || u.Dim != (Dim{Time: 1}) {
		return Unit{}, false
	}
	since = strings.TrimSpace(since)
	if since == "midnight" || since == "start of day" || since == "start of the day" {
		return u.As(TimeOfDay, ""), true
	}
	epoch, ok := parseEpoch(since)
	if !ok {
		return Unit{}, false
	}
	return u.As(Instant, epoch), true
}

// parseEpoch reads the name of an epoch: Unix for the many ways to say 1970, a date (2000-01-01) or a name (gps) for others.
func parseEpoch(s string) (string, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	has := func(w string) bool { return strings.Contains(s, w) }
	switch {
	case has("gps"), has("1980-01-06"):
		return "gps", true
	case has("j2000"), has("2000-01-01"):
		return "2000-01-01", true
	case has("1970"), s == "unix", s == "unix time", strings.HasSuffix(s, "epoch"), strings.HasSuffix(s, "epoch time"):
		return Unix, true
	}
	if len(s) >= 10 && s[4] == '-' && s[7] == '-' {
		for _, i := range []int{0, 1, 2, 3, 5, 6, 8, 9} {
			if s[i] < '0' || s[i] > '9' {
				return "", false
			}
		}
		return s[:10], true
	}
	return "", false
}
