package textindex

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/internal/corrupt"
	"weft/internal/drawn"
	"weft/store/lookup"
)

var drawnWords = []string{
	"a", "ab", "abc", "abd", "b", "News", "news-paper", "été", "日本語", "日", "東京都庁", "Straße", "ＷＩＤＥ", "x1", "x12", "x123",
	strings.Repeat("long", 20), "ภาษาไทย", "the", "the", "the", "of", "of",
}

// drawnPages are pages with drawn titles and texts. Some have no words.
func drawnPages(random *rand.Rand, n int) (all []Page) {
	text := func(most int) []byte {
		var b strings.Builder
		for range random.IntN(most + 1) {
			w := drawnWords[random.IntN(1+random.IntN(len(drawnWords)))]
			b.WriteString(w + []string{" ", "  ", ", ", ". ", "-"}[random.IntN(5)])
		}
		return []byte(b.String())
	}
	position := -1
	for range n {
		position += 1 + random.IntN(3)
		all = append(all, Page{position, text(5), text([]int{0, 3, 30, 300}[random.IntN(4)])})
	}
	return all
}

// of returns a source of pages.
func of(all []Page) Source {
	return func(_ context.Context, f func(p *Page) error) (Left, error) {
		for i := range all {
			if err := f(&all[i]); err != nil {
				return Left{}, err
			}
		}
		return Left{Empty: 7}, nil
	}
}

// written returns the file of an index of pages, built in runs of some places; 0 for one run.
func written(t testing.TB, all []Page, run int) []byte {
	t.Helper()
	d, err := newDraft(t.TempDir(), 64<<20, func(string, int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	if run > 0 {
		d.g.Limit(run)
	}
	if err := d.build(context.Background(), of(all)); err != nil {
		t.Fatal(err)
	}
	if run > 0 && d.g.Runs < 3 {
		t.Fatalf("%d runs", d.g.Runs)
	}
	var b bytes.Buffer
	if err := d.write(&b); err != nil {
		t.Fatal(err)
	}
	if int64(b.Len()) != d.stats().Bytes {
		t.Fatalf("%d bytes, announced were %d", b.Len(), d.stats().Bytes)
	}
	return b.Bytes()
}

func opened(t testing.TB, all []Page) *Index {
	t.Helper()
	x, err := parse(written(t, all, 0), all[len(all)-1].Position+1, func(uint64, uint64) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A plain page has its words in order: of the title and of the text. It is the oracle.
type plain struct {
	position    int
	title, text []string
}

func plainOf(all []Page) (p []plain) {
	split := func(text []byte) (words []string) {
		lookup.Split(text, func(w []byte, _ bool) { words = append(words, string(w)) })
		return words
	}
	for _, x := range all {
		p = append(p, plain{x.Position, split(x.Title), split(x.Text)})
	}
	return p
}

// occurs counts a part in words.
func occurs(p Part, words []string) (n int) {
	for i := range words {
		switch {
		case p.Prefix && strings.HasPrefix(words[i], p.Words[0]), !p.Prefix && i+len(p.Words) <= len(words) && slices.Equal(words[i:i+len(p.Words)], p.Words):
			n++
		}
	}
	return n
}

// naive scans all pages for a query.
func naive(all []plain, q Query, f Filter) (hits []Hit) {
	length := func(p *plain) float64 { return float64(len(p.text) + 3*len(p.title)) }
	sum := 0.0
	for i := range all {
		sum += length(&all[i])
	}
	average := math.Max(sum/float64(len(all)), 1)
	idf := make([]float64, len(q.Parts))
	for k, p := range q.Parts {
		for _, w := range p.Words {
			n := 0
			for i := range all {
				if one := (Part{Words: []string{w}, Prefix: p.Prefix}); occurs(one, all[i].text)+occurs(one, all[i].title) > 0 {
					n++
				}
			}
			idf[k] += math.Log(1 + (float64(len(all)-n)+0.5)/(float64(n)+0.5))
		}
	}
pages:
	for i := range all {
		p := &all[i]
		if p.position < f.Lo || p.position >= f.Hi || f.Set != nil && !f.Set.Contains(uint32(p.position)) {
			continue
		}
		h := Hit{Position: p.position}
		for k, part := range q.Parts {
			n := float64(3 * occurs(part, p.title))
			if !part.Title {
				n += float64(occurs(part, p.text))
			}
			if n == 0 {
				continue pages
			}
			h.Score += idf[k] * n * 2.2 / (n + 1.2*(0.25+0.75*length(p)/average))
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		if math.Abs(a.Score-b.Score) < 1e-12 {
			return cmp.Compare(a.Position, b.Position)
		}
		return cmp.Compare(b.Score, a.Score)
	})
	return hits
}

// compared compares a query with the oracle: all pages, the best of them, and the set.
func compared(t testing.TB, x *Index, all []plain, text string, f Filter) int {
	t.Helper()
	q, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := naive(all, q, f)
	for _, k := range []int{1, 3, 10, len(all)} {
		got, err := x.Best(t.Context(), q, f, k)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got.Count != len(want) || got.AtLeast || len(got.Hits) != min(k, len(want)) {
			t.Fatalf("%q: found %d pages (%v), %d hits of %d; want %d", text, got.Count, got.AtLeast, len(got.Hits), k, len(want))
		}
		for i, h := range got.Hits {
			if math.Abs(h.Score-want[i].Score) > 1e-6 {
				t.Fatalf("%q: hit %d of %d: got %v, want %v", text, i, k, h, want[i])
			}
			if one := slices.IndexFunc(want, func(w Hit) bool { return w.Position == h.Position }); one < 0 || math.Abs(want[one].Score-h.Score) > 1e-6 {
				t.Fatalf("%q: hit %d of %d is page %d with %v, which the oracle has at %d", text, i, k, h.Position, h.Score, one)
			}
		}
	}
	set, _, err := x.Match(t.Context(), q, f)
	if err != nil || int(set.GetCardinality()) != len(want) {
		t.Fatalf("%q: %d pages, %v; want %d", text, set.GetCardinality(), err, len(want))
	}
	for _, h := range want {
		if !set.Contains(uint32(h.Position)) {
			t.Fatalf("%q: page %d is missing", text, h.Position)
		}
	}
	return len(want)
}

var queries = []string{
	"the", "a", "of the", "THE a x1", `"the of"`, `"the the"`, `"a b"`, `"news paper"`, "news-paper", "x1*", "x* the", "a*", "日本", "日本語", "日", "東京都庁",
	`"日本語 日本語"`, "京都*", "title:the", `title:"the of"`, "title:x* the", "straße", "STRASSE", "wide", "nothing", "the nothing", "no*", "été",
	strings.Repeat("long", 20), "ภาษาไทย", `"the of the"`, `the "of the" a*`, "the the the",
}

// TestQueries compares queries with the oracle on drawn pages, with and without filters.
func TestQueries(t *testing.T) {
	random := drawn.Rand(t)
	for round := range 6 {
		all := drawnPages(random, []int{1, 5, 130, 300, 700, 1500}[round])
		x, p := opened(t, all), plainOf(all)
		most, found := all[len(all)-1].Position+1, 0
		for _, text := range queries {
			found += compared(t, x, p, text, Filter{0, most, nil})
			lo := random.IntN(most)
			f := Filter{lo, lo + random.IntN(most-lo) + 1, nil}
			compared(t, x, p, text, f)
			f.Set = roaring.New()
			for range random.IntN(most) {
				f.Set.Add(uint32(random.IntN(most)))
			}
			compared(t, x, p, text, f)
		}
		if round > 2 && found < 100 {
			t.Errorf("only %d pages were found", found)
		}
	}
}

// TestManyPages prunes lists of many blocks, and joins prefixes of many words.
func TestManyPages(t *testing.T) {
	random := drawn.Rand(t)
	var all []Page
	for i := range 30_000 {
		var b strings.Builder
		for range 1 + random.IntN(12) {
			fmt.Fprintf(&b, "w%d ", random.IntN([]int{3, 300, 30_000}[random.IntN(3)]))
		}
		all = append(all, Page{i, nil, []byte(b.String())})
	}
	x, p := opened(t, all), plainOf(all)
	for _, text := range []string{"w1", "w1 w2", "w0 w1 w2", `"w1 w2"`, `"w1 w1"`, "w1*", "w1* w2", "w29*", "w17 w0", `w17 "w0 w1"`} {
		if compared(t, x, p, text, Filter{0, len(all), nil}) == 0 {
			t.Errorf("%q: nothing was found", text)
		}
	}
}

// TestSameBytes builds the same index in runs of any size.
func TestSameBytes(t *testing.T) {
	all := drawnPages(drawn.Rand(t), 400)
	want := written(t, all, 0)
	for _, run := range []int{1, 300, 5000} {
		if got := written(t, all, run); !bytes.Equal(got, want) {
			t.Errorf("the index in runs of %d places differs", run)
		}
	}
}

// TestText reads texts and snippets.
func TestText(t *testing.T) {
	all := drawnPages(drawn.Rand(t), 50)
	x := opened(t, all)
	var room []byte
	at := 0
	for i := range all[len(all)-1].Position + 1 {
		title, text, ok, err := x.Text(room, i)
		if err != nil || ok != (all[at].Position == i) {
			t.Fatalf("page %d: %v, %v", i, ok, err)
		}
		if ok {
			if !bytes.Equal(title, all[at].Title) || !bytes.Equal(text, all[at].Text) {
				t.Errorf("page %d: got %q and %q, want %q and %q", i, title, text, all[at].Title, all[at].Text)
			}
			at++
		}
	}
}

// TestParse reads queries, and refuses wrong ones.
func TestParse(t *testing.T) {
	show := func(q Query) string {
		var all []string
		for _, p := range q.Parts {
			s := strings.Join(p.Words, "_")
			if p.Title {
				s = "t:" + s
			}
			if p.Prefix {
				s += "*"
			}
			all = append(all, s)
		}
		return strings.Join(all, " ")
	}
	for text, want := range map[string]string{
		"a": "a", " Open  DATA ": "open data", `"Open Data" x`: "open_data x", "e-mail": "e_mail", "wor*": "wor*", "title:web": "t:web", "TITLE:web": "t:web",
		`title:"web archive"`: "t:web_archive", "title:wor*": "t:wor*", "title: web": "title web", "日本語": "日本_本語", "日": "日*", "日本*": "日本*",
		"a a": "a", `"a" a`: "a", `a"b c"d`: "a b_c d", "- a": "a", `"" a`: "a", `"…" a`: "a", "http://a.example/x": "http_a_example_x", "été": "été",
		"ﬁne": "fine", `"a * b"`: "!", `"a b"*`: "!", `"a`: "!", `a"`: "!", "*": "!", "a *": "!", "w*d": "!", "e-m*": "!", "": "!", " ": "!", "-": "!", `""`: "!", `"-"`: "!", "…": "!",
		strings.Repeat("a", 70) + "*": strings.Repeat("a", 64),
	} {
		q, err := Parse(text)
		got := show(q)
		if err != nil {
			got = "!"
		}
		if got != want {
			t.Errorf("%q: got %s (%v), want %s", text, got, err, want)
		}
	}
	var many strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, "w%d ", i)
	}
	if _, err := Parse(many.String()); err == nil {
		t.Error("40 words are not refused")
	}
}

// TestSnippets shows the places of words.
func TestSnippets(t *testing.T) {
	filler := strings.Repeat("and so on it went for a while ", 20)
	for _, c := range []struct{ query, text, want string }{
		{"web", "the Web is wide", "the [Web] is wide"},
		{"nothing", "the Web is wide", "the Web is wide"},
		{`"web is"`, "the Web, is wide web", "the [Web, is] wide web"},
		{"wi*", "the Web is wide", "the Web is [wide]"},
		{"本語", "日本語 の", "日[本語] の"},
		{"日本語", "日本語 の", "[日本語] の"},
		{"straße", "Die STRASSE und die Straße", "Die [STRASSE] und die [Straße]"},
		{"web", filler + "the Web is wide " + filler, "… on it went for a while and so on it went for a while the [Web] is wide and so on it went for a while and so on it went for a while and so on it went for a while and so on it went for a while and so on …"},
		{"web wide", "web " + filler + "the web is wide", "… on it went for a while and so on it went for a while the [web] is [wide]"},
		{"x", "", ""},
	} {
		q, err := Parse(c.query)
		if err != nil {
			t.Fatal(err)
		}
		s := q.SnippetOf([]byte(c.text))
		runes := []rune(s.Text)
		for _, m := range slices.Backward(s.Marks) {
			runes = slices.Concat(runes[:m[0]], []rune("["), runes[m[0]:m[1]], []rune("]"), runes[m[1]:])
		}
		if got := string(runes); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.query, got, c.want)
		}
	}
}

// FuzzSnippet marks letters of any text.
func FuzzSnippet(f *testing.F) {
	f.Add("the web 日本語", "日本 we*")
	f.Add("\xff\xfea\xcc\x81", `"a b"`)
	f.Fuzz(func(t *testing.T, text, query string) {
		q, err := Parse(query)
		if err != nil {
			return
		}
		s := q.SnippetOf([]byte(text))
		last := 0
		for _, m := range s.Marks {
			if m[0] < last || m[1] <= m[0] || m[1] > len([]rune(s.Text)) {
				t.Fatalf("%q: marks %v of %q", text, s.Marks, s.Text)
			}
			last = m[1]
		}
	})
}

// FuzzIndex reads any bytes as an index, without checksums, as an enemy would make it.
func FuzzIndex(f *testing.F) {
	all := drawnPages(rand.New(rand.NewPCG(1, 2)), 150)
	data := written(f, all, 0)
	f.Add(data, uint32(0), byte(0))
	f.Add(data, uint32(20), byte(0xff))
	for i := 100; i < len(data); i += len(data)/40 + 1 {
		f.Add(data, uint32(i), byte(0x81))
	}
	most := all[len(all)-1].Position + 1
	f.Fuzz(func(t *testing.T, data []byte, at uint32, b byte) {
		if len(data) > 0 {
			data = bytes.Clone(data)
			data[int(at)%len(data)] ^= b
		}
		x, err := parse(data, most, func(uint64, uint64) error { return nil })
		if err != nil {
			return
		}
		for _, text := range []string{"the", `"of the"`, "x* a", "title:the"} {
			q, _ := Parse(text)
			if _, err := x.Best(t.Context(), q, Filter{0, most, nil}, 5); err != nil && !isDamage(err) {
				t.Fatal(err)
			}
		}
		for i := range 20 {
			if _, _, _, err := x.Text(nil, i); err != nil && !isDamage(err) {
				t.Fatal(err)
			}
		}
	})
}

// isDamage reports whether an error is of damage, or of a query that damage makes too wide.
func isDamage(err error) bool {
	_, wide := err.(*TooMany) //nolint:errorlint // it is not wrapped
	return wide || errors.Is(err, corrupt.Err)
}

// TestDamage changes bytes of the file: each is found, or changes no result, as it stands where no query reads.
func TestDamage(t *testing.T) {
	all := drawnPages(drawn.Rand(t), 60)
	data := written(t, all, 0)
	most := all[len(all)-1].Position + 1
	for i := range data {
		checked := false
		x, err := parse(data, most, func(lo, hi uint64) error {
			if checked = checked || lo <= uint64(i) && uint64(i) < hi; checked {
				return corrupt.Errorf("byte %d", i)
			}
			return nil
		})
		if err != nil {
			continue
		}
		for _, text := range queries {
			q, _ := Parse(text)
			got, err := x.Best(t.Context(), q, Filter{0, most, nil}, 5)
			for _, h := range got.Hits {
				if _, _, _, e := x.Text(nil, h.Position); err == nil {
					err = e
				}
			}
			if checked != (err != nil) {
				t.Fatalf("byte %d was read: %v; error %v", i, checked, err)
			}
			if checked {
				break
			}
		}
	}
}
