package textindex

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weft/store/lookup"
)

// A Snippet is a part of a text that shows words of a query.
type Snippet struct {
	Text string
	// Marks are the beginnings and ends of the words of the query in Text, in characters.
	Marks [][2]int
}

// Bounds of a snippet, in bytes.
const (
	snippetSize = 200
	before      = 60 // text before the first word of the query
)

// A spot is a word of a text that a query asks for, in bytes.
type spot struct {
	from, to int
	part     int
}

// SnippetOf returns the part of a text with the most different parts of a query, the first of equal ones. Without any
// word of the query it is the beginning of the text.
func (q Query) SnippetOf(text []byte) Snippet {
	text = bytes.ToValidUTF8(text, []byte("\ufffd"))
	spots := q.spots(text)
	best, most, at := 0, 0, 0
	for i := range spots {
		seen := map[int]bool{}
		for _, s := range spots[i:] {
			if s.to > spots[i].from+snippetSize-before {
				break
			}
			seen[s.part] = true
		}
		if len(seen) > most {
			best, most = i, len(seen)
		}
		if most == len(q.Parts) {
			break
		}
	}
	if len(spots) > 0 {
		at = spots[best].from
	}
	from, to := around(text, at)
	s := Snippet{Text: string(text[from:to])}
	count := func(lo, hi int) int { return utf8.RuneCount(text[lo:hi]) }
	lead := ""
	if from > 0 {
		lead = "… "
	}
	for _, x := range spots {
		if x.from >= from && x.to <= to {
			start := utf8.RuneCountInString(lead) + count(from, x.from)
			s.Marks = append(s.Marks, [2]int{start, start + count(x.from, x.to)})
		}
	}
	s.Text = lead + s.Text
	if to < len(bytes.TrimRight(text, " ")) {
		s.Text += " …"
	}
	return s
}

// around returns the bounds of a snippet that shows a place of a text. It begins and ends between words if it can.
func around(text []byte, at int) (from, to int) {
	from = max(at-before, 0)
	if i := bytes.IndexByte(text[from:at], ' '); from > 0 && i >= 0 {
		from += i + 1
	}
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	to = min(from+snippetSize, len(text))
	if i := bytes.LastIndexByte(text[at:to], ' '); to < len(text) && i > 0 {
		to = at + i
	}
	for to < len(text) && to > from && !utf8.RuneStart(text[to]) {
		to--
	}
	return from, to
}

// mostSpots bounds the words of a query that are found in a text.
const mostSpots = 4096

// spots finds the words of a query in a text.
func (q Query) spots(text []byte) (all []spot) {
	var recent []spot // words of the text before, the last one last; part is the length of the word
	var words []string
	longest := 1
	for _, p := range q.Parts {
		longest = max(longest, len(p.Words))
	}
	each(text, func(from, to int, w []byte) bool {
		recent, words = append(recent, spot{from: from, to: to}), append(words, string(w))
		if len(recent) > 2*longest {
			recent, words = slices.Delete(recent, 0, longest), slices.Delete(words, 0, longest)
		}
		for i := range q.Parts {
			if n := len(q.Parts[i].Words); q.Parts[i].ends(words) {
				all = append(all, spot{recent[len(recent)-n].from, to, i})
			}
		}
		return len(all) < mostSpots
	})
	slices.SortStableFunc(all, func(a, b spot) int { return a.from - b.from })
	last := 0
	return slices.DeleteFunc(all, func(s spot) bool { // the marks of a snippet do not overlap
		if s.from < last {
			return true
		}
		last = s.to
		return false
	})
}

// ends reports whether the last words of a text are the part.
func (p *Part) ends(words []string) bool {
	n := len(p.Words)
	if p.Prefix {
		return strings.HasPrefix(words[len(words)-1], p.Words[0])
	}
	return len(words) >= n && slices.Equal(words[len(words)-n:], p.Words)
}

// each calls f with the words of a text and their bounds in bytes, until it returns false. It cuts the text at
// spaces and marks first, so that the bounds of words are known.
func each(text []byte, f func(from, to int, word []byte) bool) {
	goes := true
	for at := 0; at < len(text) && goes; {
		r, n := utf8.DecodeRune(text[at:])
		if isMark(r) || r == utf8.RuneError {
			at += n
			continue
		}
		end := at
		for end < len(text) {
			r, n := utf8.DecodeRune(text[end:])
			if isMark(r) || r == utf8.RuneError || unicode.IsSpace(r) {
				break
			}
			end += n
		}
		run := text[at:end]
		var words [][]byte
		lookup.Split(run, func(w []byte, _ bool) { words = append(words, bytes.Clone(w)) })
		lo, hi := at, end
		for i, w := range words {
			if len(words) > 1 { // pairs of letters: each takes its share
				lo, hi = share(text, at, end, i, len(words))
			}
			if goes = f(lo, hi, w); !goes {
				return
			}
		}
		at = end
	}
}

// share returns the bounds of the word i of n of a run of letters without spaces.
func share(text []byte, at, end, i, n int) (lo, hi int) {
	if letters := utf8.RuneCount(text[at:end]); letters == n+1 { // pairs
		lo = skip(text, at, i)
		return lo, skip(text, lo, 2)
	}
	return at, end
}

// skip returns the place after n letters.
func skip(text []byte, at, n int) int {
	for range n {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}
