// Package suggest finds the word that a mistyped one was meant to be.
package suggest

// Nearest is the candidate closest to word when it is close enough to be a slip of the fingers: at most one edit for each
// three letters (a swap of neighbours counts once). It is "" otherwise. The first of equally close ones wins.
func Nearest(word string, candidates []string) string {
	best, limit := "", max(len(word)/3, 1)
	if len(word) < 2 || len(word) > 100 {
		return ""
	}
	for _, c := range candidates {
		if d := distance(word, c, limit); d < limit || d == limit && best == "" {
			best, limit = c, d
		}
	}
	return best
}

// distance is the number of edits (insert, delete, replace, swap neighbours) from a to b, or more than limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	previous, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(next[j]+1, row[j+1]+1, row[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], previous[j-1]+1)
			}
		}
		previous, row, next = row, next, previous
	}
	return row[len(b)]
}
