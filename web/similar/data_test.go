package similar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
)

// madeSite makes pages of one template of many words around a content.
type madeSite struct {
	rng  *rand.Rand
	head string
	foot string
}

func newMadeSite(rng *rand.Rand, words int) *madeSite {
	text := func(n int) string {
		w := make([]string, n)
		for i := range w {
			for range 3 + rng.IntN(6) {
				w[i] += string(rune('a' + rng.IntN(26)))
			}
		}
		return strings.Join(w, " ")
	}
	nav := "<ul>"
	for i := range 20 {
		nav += fmt.Sprintf("<li><a href=/p%d>%s %d</a>", i, text(2), i)
	}
	return &madeSite{rng, "<title>" + text(3) + "</title>" + nav + "</ul><p>" + text(words/2), "<p>" + text(words/2)}
}

func (s *madeSite) page(content string) []byte { return []byte(s.head + content + s.foot) }

// rows writes so many rows of five cells.
func rows(n int, row, cell string, value func() string) string {
	var b strings.Builder
	for range n {
		var cells strings.Builder
		for range 5 {
			fmt.Fprintf(&cells, cell, value())
		}
		fmt.Fprintf(&b, row, cells.String())
	}
	return b.String()
}

// nearAmong counts the pages that are near duplicates of an earlier one, by words alone and with numbers and cells.
func nearAmong(pages [][]byte) (words, both int) {
	var prints []Print
	for _, p := range pages {
		a := printOf(Options{Loose: true}, p)
		near := func(b Print) bool { return Distance(a.Hash, b.Hash) <= Near }
		if slices.ContainsFunc(prints, near) {
			words++
		}
		if slices.ContainsFunc(prints, func(b Print) bool { return near(b) && AlikeData(a.Data, b.Data) }) {
			both++
		}
		prints = append(prints, a)
	}
	return words, both
}

// Of 242 pages of a site that differ only in the numbers of a table, whatever it is made of, hardly one is a near
// duplicate.
func TestPagesOfOtherNumbers(t *testing.T) {
	rng := drawn.Rand(t)
	upTo := func(n int) func() string { return func() string { return fmt.Sprint(rng.IntN(n)) } }
	decimal := func() string { return fmt.Sprintf("%.2f", 1000*rng.Float64()) }
	code := func() string { return fmt.Sprintf("GX%04d", rng.IntN(10_000)) }
	name := func() string {
		return strings.Repeat(string(rune('a'+rng.IntN(26))), 2) + string(rune('a'+rng.IntN(26))) + string(rune('a'+rng.IntN(26)))
	}
	for _, c := range []struct {
		name      string
		row, cell string
		rows      int
		value     func() string
		alike     bool // the words alone call all pages near
	}{
		{"table", "<tr>%s</tr>", "<td>%s</td>", 6, upTo(100_000), true},
		{"two rows", "<tr>%s</tr>", "<td>%s</td>", 2, upTo(100_000), true},
		{"large table", "<tr>%s", "<td>%s", 60, upTo(1000), true},
		{"single digits", "<tr>%s</tr>", "<td>%s</td>", 6, upTo(10), true},
		{"prices", "<tr>%s</tr>", "<td>%s</td>", 6, decimal, true},
		{"grid of div", "<div>%s</div>", "<div>%s</div>", 6, upTo(100_000), true},
		{"list", "<ul>%s</ul>", "<li>%s</li>", 6, decimal, true},
		{"lines", "<pre>%s</pre>", "%s;", 6, upTo(100_000), true},
		{"prose", "<p>%s</p>", "of it %s were counted, ", 6, upTo(100_000), true},
		{"product codes", "<p>%s</p>", "part %s ", 6, code, true},
		{"cells of words", "<tr>%s</tr>", "<td>%s</td>", 2, name, false},
	} {
		site := newMadeSite(rng, 400)
		if c.name == "cells of words" {
			site = newMadeSite(rng, 4000)
		}
		var pages [][]byte
		for range 242 {
			pages = append(pages, site.page("<table>"+rows(c.rows, c.row, c.cell, c.value)+"</table>"))
		}
		words, both := nearAmong(pages)
		t.Logf("%s: of 242 pages %d are near by their words, %d with numbers and cells", c.name, words, both)
		if c.alike && words < 238 || !c.alike && words < 100 {
			t.Errorf("%s: %d pages are near by their words: the test tests nothing", c.name, words)
		}
		if both > 2 {
			t.Errorf("%s: %d of 242 pages of other numbers are near duplicates", c.name, both)
		}
	}
}

// The same page with another counter, date or token is a near duplicate, whether or not it has a table.
func TestPagesWithCounters(t *testing.T) {
	rng := drawn.Rand(t)
	n := func(most int) int { return 1 + rng.IntN(most) }
	month := func() string {
		return []string{"January", "Feb", "March", "April", "May", "June", "Juli", "août", "Sept", "Oct", "November", "Dezember"}[rng.IntN(12)]
	}
	for _, c := range []struct {
		name    string
		content func() string
	}{
		{"visitors", func() string { return fmt.Sprintf("<p>You are visitor %d of this page.", n(1e6)) }},
		{"page of pages", func() string { return fmt.Sprintf("<p>Page %d of %d", n(50), 50+n(50)) }},
		{"time it took", func() string { return fmt.Sprintf("<p>made in %.4f s with %d queries", rng.Float64(), n(100)) }},
		{"date", func() string { return fmt.Sprintf("<p>%d %s %d", n(28), month(), 2000+n(30)) }},
		{"English date", func() string { return fmt.Sprintf("<p>%s %d, %d", month(), n(28), 2000+n(30)) }},
		{"ordinal", func() string {
			return fmt.Sprintf("<p>%s %dth, %d and the %dth %s", month(), 4+n(15), 2000+n(30), 4+n(15), month())
		}},
		{"ISO date and time", func() string {
			return fmt.Sprintf("<p>changed 20%02d-%02d-%02d at %02d:%02d", n(30), n(12), n(28), n(23), n(59))
		}},
		{"many dates", func() string {
			return rows(10, "<p>%s", "%s; ", func() string { return fmt.Sprintf("%d.%d.20%02d", n(28), n(12), n(30)) })
		}},
		{"dates in cells", func() string {
			return rows(10, "<tr>%s", "<td>%s", func() string { return fmt.Sprintf("%d %s %d", n(28), month(), 2000+n(30)) })
		}},
		{"pager", func() string {
			at, s := n(20), ""
			for i := at; i < at+9; i++ {
				s += fmt.Sprintf("<a href=?p=%d>%d</a> ", i, i)
			}
			return fmt.Sprintf("<p><b>%d</b> %s", at-1, s)
		}},
		{"token", func() string { return fmt.Sprintf("<p>session %016x", rng.Uint64()) }},
		{"Chinese date", func() string { return fmt.Sprintf("<p>20%02d年%d月%d日", 10+n(20), n(12), n(28)) }},
	} {
		for _, table := range []string{"", "<table>" + rows(2, "<tr>%s", "<td>%s", func() string { return fmt.Sprint(n(1e5)) }) + "</table>", "<table>" + rows(30, "<tr>%s", "<td>%s", func() string { return fmt.Sprint(n(1e5)) }) + "</table>"} {
			site := newMadeSite(rng, 600)
			var pages [][]byte
			for range 100 {
				pages = append(pages, site.page(table+c.content()))
			}
			words, both := nearAmong(pages)
			if words < 90 {
				t.Errorf("%s: %d of 99 pages are near by their words: the test tests nothing", c.name, words)
			}
			if both < words-2 {
				t.Errorf("%s, %d bytes of table: of 99 pages that are near by their words %d are near with numbers", c.name, len(table), both)
			}
		}
	}
}

// What gives a mark, and what does not.
func TestMarks(t *testing.T) {
	for text, want := range map[string]int{
		"":                                  0,
		"no numbers here":                   0,
		"17 and 18":                         2,
		"1,234.50 12:30 3/4 41-60":          4,
		"12. Then 13, end":                  2,
		"12- 13":                            2,
		"x <b>1</b>2":                       1,
		"3&nbsp;4":                          2,
		"gx1080 gx1070":                     2,
		"5 June 2031, June 5, 2031":         0,
		"5th June, June 5th, 40 June":       1,
		"on 2031-06-05, 05.06.2031, 6/5/31": 0,
		"2031年6月5日":                         0,
		"<a href=/>17</a> <a>1.5</a>":       1,
		"<td>a b<td>a c":                    2,
		"<td>a b<td>a b":                    1,
		"<td>a b 7":                         2,
		"<td>June<td>7":                     0,
		"<td>one two three four five six seven eight nine": 0,
		"<tr><td>a<tr>b": 1,
		"1234567890123456789012345678901234567890": 1,
		"<p title=5>x<!-- 6 --><script>7</script>": 0,
	} {
		p := printOf(Options{Loose: true}, []byte(text))
		if len(p.Data) != want {
			t.Errorf("%q: %d marks, want %d", text, len(p.Data), want)
		}
		if p := printOf(Options{}, []byte(text)); p.Data != nil {
			t.Errorf("%q: marks, though numbers are in the hash", text)
		}
	}
}

func TestAlikeData(t *testing.T) {
	upTo := func(from, to int) (m []uint16) {
		for i := from; i < to; i++ {
			m = append(m, uint16(10*i))
		}
		return m
	}
	for _, c := range []struct {
		a, b []uint16
		want bool
	}{
		{nil, nil, true},
		{nil, upTo(0, 3), true},
		{nil, upTo(0, 4), false},
		{upTo(0, 3), upTo(3, 6), true},
		{upTo(0, 4), upTo(4, 8), false},
		{upTo(0, 20), upTo(3, 23), true},
		{upTo(0, 20), upTo(4, 24), false},
		{upTo(0, 31), upTo(3, 31), true},
		{upTo(0, 32), upTo(3, 35), true},  // 29 of the least 32 are common
		{upTo(0, 32), upTo(7, 39), false}, // 25 of 32
		{upTo(0, 32), upTo(0, 20), false},
		{upTo(0, 32), nil, false},
	} {
		for range 2 {
			if got := AlikeData(c.a, c.b); got != c.want {
				t.Errorf("%v and %v: %v", c.a, c.b, got)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

// In pieces of any size a page has the same marks: they are the least ones of all, each once.
func FuzzData(f *testing.F) {
	for _, s := range []string{"<td>1,5 x<td>June 5", "a1 2-3 <a>4</a> 5th May", "<tr><td>x y</table>7.", "2031年6月 12:30:"} {
		f.Add([]byte(s), uint8(1))
	}
	f.Fuzz(func(t *testing.T, page []byte, piece uint8) {
		whole := printOf(Options{Loose: true}, page)
		h := NewHasher(Options{Loose: true})
		for c := range slices.Chunk(page, int(piece)+1) {
			h.Write(c)
		}
		if p := h.Print(); !slices.Equal(p.Data, whole.Data) {
			t.Errorf("in pieces of %d: %v, whole %v", int(piece)+1, p.Data, whole.Data)
		}
		if len(whole.Data) > MaxData || !slices.IsSorted(whole.Data) || len(slices.Compact(slices.Clone(whole.Data))) != len(whole.Data) {
			t.Errorf("marks %v", whole.Data)
		}
		if !AlikeData(whole.Data, whole.Data) {
			t.Error("a page is not like itself")
		}
	})
}
