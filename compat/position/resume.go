package position

import "sort"

// ParseBeside is Parse for a text that may begin as another one does, earlier, which may be nil: versions of a file share most
// of their lines, and what stands before the first difference is not read anew.
func ParseBeside(earlier *Document, source string, text []byte) (*Document, error) {
	p, err := newParser(source, text)
	if err != nil {
		return nil, err
	}
	if earlier != nil {
		return p.document(p.resume(earlier))
	}
	return p.document(start)
}

// A resumption is where reading goes on.
type resumption struct {
	parent int32 // the innermost open array or object, -1 for none
	depth  int   // of the open ones
	value  bool  // a value comes next; else what follows one
}

// start is where reading begins without an earlier document.
var start = resumption{parent: -1, value: true}

// resume takes over the tape of an earlier document, up to the last value that both texts have before they differ.
func (p *parser) resume(earlier *Document) resumption {
	nodes := earlier.nodes
	same := int32(sharedBytes(earlier.text, p.text)) - 1 // the byte after a value is looked at, too: 1 may go on as 12
	keep := sort.Search(len(nodes), func(i int) bool { return nodes[i].start >= same })
	for keep > 0 && (nodes[keep-1].end > same || nodes[keep-1].flags&isKey != 0) {
		keep--
	}
	if keep == 0 {
		return start
	}
	p.doc.nodes = append(p.doc.nodes, nodes[:keep]...)
	last := int32(keep - 1)
	for nodes[last].parent >= 0 && nodes[nodes[last].parent].end <= same { // it ends an array or object that ends here, too
		last = nodes[last].parent
	}
	p.pos = int(nodes[last].end)
	if int(earlier.comment[1]) <= p.pos {
		p.doc.comment = earlier.comment
	}
	at := resumption{parent: nodes[last].parent}
	for open := at.parent; open >= 0; open = nodes[open].parent {
		p.reopen(open, nodes)
		at.depth++
	}
	return at
}

// reopen makes an array or object that was taken over one that has not ended, with the elements or members that are there.
func (p *parser) reopen(container int32, earlier []node) {
	n := &p.doc.nodes[container]
	n.end, n.next, n.count = n.start+1, container+1, 0
	for child := container + 1; int(child) < len(p.doc.nodes); child = earlier[child].next {
		if earlier[child].flags&isKey != 0 {
			child++
		}
		n.count++
	}
}

// sharedBytes is how many bytes two texts begin with alike.
func sharedBytes(a, b string) (n int) {
	const stride = 64
	most := min(len(a), len(b))
	for n+stride <= most && a[n:n+stride] == b[n:n+stride] {
		n += stride
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}
