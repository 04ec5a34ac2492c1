package weburl

// Tokens appends the tokens of a URL to a list: its maximal parts without any of / : ? = & #, in order and as they are
// written, its scheme and port among them ("Identifying websites with flow simulation", fig. 6, step 2). They are parts
// of the URL, not copies.
// Papers: websites, §2.4.1.
func Tokens(list [][]byte, url []byte) [][]byte {
	first := 0
	for i := 0; i <= len(url); i++ {
		if i < len(url) && !separates(url[i]) {
			continue
		}
		if i > first {
			list = append(list, url[first:i])
		}
		first = i + 1
	}
	return list
}

func separates(b byte) bool {
	switch b {
	case '/', ':', '?', '=', '&', '#':
		return true
	}
	return false
}

// An EditDistance measures how many tokens must be changed, added or taken out to make one list of another (fig. 6,
// step 3). It is used again and again, as it keeps a row of its table.
type EditDistance struct{ row []int }

// Between returns the distance of two lists. Time grows with the product of their lengths without the common start
// and the common end.
// Papers: websites, §2.4.1.
func (e *EditDistance) Between(a, b [][]byte) int {
	for len(a) > 0 && len(b) > 0 && string(a[0]) == string(b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && string(a[len(a)-1]) == string(b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	e.row = e.row[:0]
	for j := range len(b) + 1 {
		e.row = append(e.row, j)
	}
	for i := range a {
		e.next(a[i], i+1, b)
	}
	return e.row[len(b)]
}

// next turns the distances between the first i−1 tokens of a list and each prefix of b into the distances for the
// first i tokens. x is token i.
func (e *EditDistance) next(x []byte, i int, b [][]byte) {
	diagonal := e.row[0]
	e.row[0] = i
	for j := range b {
		change := diagonal
		if string(x) != string(b[j]) {
			change++
		}
		diagonal = e.row[j+1]
		e.row[j+1] = min(change, diagonal+1, e.row[j]+1)
	}
}
