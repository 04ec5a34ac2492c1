package similar

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestTallyAgainstCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 254, 255, 256, 1000} {
		var ta tally
		var counts [64]int
		for range n {
			x := rng.Uint64() & rng.Uint64() // uneven
			if rng.IntN(3) == 0 {
				x = ^x
			}
			ta.add(x)
			for b := range 64 {
				counts[b] += int(x >> b & 1)
			}
		}
		var want uint64
		for b, c := range counts {
			if 2*c > n {
				want |= 1 << b
			}
		}
		if got := ta.majority(); got != want {
			t.Errorf("%d words: %x, want %x", n, got, want)
		}
	}
}

func randomText(rng *rand.Rand, n int) []string {
	w := make([]string, n)
	for i := range w {
		w[i] = fmt.Sprintf("w%x", rng.IntN(1<<16))
	}
	return w
}

// One word changed of a thousand moves the hash little; another text is half of the bits away.
func TestSmallEdits(t *testing.T) {
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, 2))
	near, least := 0, 64
	for range 100 {
		text := randomText(rng, 1000)
		a := printOf(Options{Plain: true}, []byte(strings.Join(text, " ")))
		text[rng.IntN(len(text))] = "edited"
		b := printOf(Options{Plain: true}, []byte(strings.Join(text, "\n")))
		if Distance(a.Hash, b.Hash) <= Near {
			near++
		}
		other := printOf(Options{Plain: true}, []byte(strings.Join(randomText(rng, 1000), " ")))
		least = min(least, Distance(a.Hash, other.Hash))
	}
	if near < 90 || least < 10 {
		t.Errorf("seed %d: %d of 100 edited texts are near, other texts at least %d bits away", seed, near, least)
	}
}

func TestHTML(t *testing.T) {
	plain := printOf(Options{Plain: true}, []byte("one two three four five"))
	for _, c := range []struct{ page, title string }{
		{"<p>One two</p>three<br/>four five", ""},
		{"<TITLE>\n A  <b>\ttitle </title >one<!-- x > y --><i>&nbsp;two</i> three four five<title>no</title>", "A <b> title"},
		{"<script>if (a<b) '</scriptx>'</script>one two three four <a title='>' href=\">\">five</a>", ""},
		{"one two<style>x</style>three <!doctype html><?php x?></>four</ x> five<!>", ""},
		{"one two three <!-->four five<script>never", ""},
		{"o<b>n</b>e two three four five <iframe src=x>nothing", ""},
		{"one <template><p>x</p></template>two&#65;three&amp;four five<!--x--", ""},
	} {
		p := printOf(Options{}, []byte(c.page))
		if p.Hash != plain.Hash || p.Words != 5 || string(p.Title) != c.title {
			t.Errorf("%q: %x of %d words, title %q; want %x of 5, title %q", c.page, p.Hash, p.Words, p.Title, plain.Hash, c.title)
		}
	}
}

func TestLoose(t *testing.T) {
	a := printOf(Options{Loose: true}, []byte("<h1>Monday, 3 June 2031</h1>No events. Next: 4 Jun 2031 week23"))
	b := printOf(Options{Loose: true}, []byte("<h1>Sunday, 12 December 1999</h1>No events. Next: 13 Dec 1999 week49"))
	c := printOf(Options{}, []byte("<h1>Monday, 4 June 2031</h1>No events. Next: 5 Jun 2031 week23"))
	d := printOf(Options{}, []byte("<h1>Monday, 3 June 2031</h1>No events. Next: 4 Jun 2031 week23"))
	if a.Hash != b.Hash || c.Hash == d.Hash {
		t.Errorf("loose %x and %x, strict %x and %x", a.Hash, b.Hash, c.Hash, d.Hash)
	}
}

func TestOtherScripts(t *testing.T) {
	if p := printOf(Options{}, []byte("<p>网页的链接")); p.Words != 5 {
		t.Errorf("%d words, want 5", p.Words)
	}
	if p := printOf(Options{}, []byte(strings.Repeat("é", 100))); p.Words != 4 {
		t.Errorf("%d words, want 4", p.Words)
	}
}

func TestIndexAgainstAllPairs(t *testing.T) {
	const seed = 5
	rng := rand.New(rand.NewPCG(seed, 3))
	var x Index
	if got := x.AppendNear(nil, 1); got != nil {
		t.Errorf("an empty index finds %v", got)
	}
	for range 3000 {
		h := rng.Uint64()
		if x.Len() > 0 && rng.IntN(2) == 0 {
			h = x.Hash(uint32(rng.IntN(x.Len())))
			for range rng.IntN(6) {
				h ^= 1 << rng.IntN(64)
			}
		}
		x.Add(h)
	}
	found := 0
	for i := range 1000 {
		h := x.Hash(uint32(i)) ^ 1<<rng.IntN(64)
		var want []uint32
		for j := range x.Len() {
			if bits.OnesCount64(h^x.Hash(uint32(j))) <= 3 {
				want = append(want, uint32(j))
			}
		}
		got := x.AppendNear(nil, h)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: near %x: %v, want %v", seed, h, got, want)
		}
		found += len(got)
	}
	if found < 1000 {
		t.Errorf("only %d found", found)
	}
}

func answer(status int, final, page string) Answer {
	return Answer{Status: status, Final: []byte(final), Print: printOf(Options{}, []byte(page))}
}

func TestProbe(t *testing.T) {
	sorry := func(path string) string {
		return "<title>Oops</title>Sorry, the page " + path + " was not found on this server, which we regret. Try the search or go to the home page of the site, where a list of all our pages, products, people and offices is kept, or write to us."
	}
	real1 := answer(200, "", "<title>Oops</title>"+strings.Join(randomText(rand.New(rand.NewPCG(1, 4)), 200), " "))
	probe := Probe{Missing: answer(200, "", sorry("qx"))}
	for _, c := range []struct {
		name string
		p    Probe
		a    Answer
		want string
	}{
		{"same message", probe, answer(200, "", sorry("qx")), "content"},
		{"same message about another page", probe, answer(200, "", sorry("products/new")), "title"},
		{"a page", probe, real1, ""},
		{"redirected alike", Probe{Missing: answer(200, "http://h/", "x")}, answer(200, "http://h/", "y"), "redirect"},
		{"redirected elsewhere", Probe{Missing: answer(200, "http://h/", "a b")}, answer(200, "http://h/2", "y"), ""},
		{"honest", Probe{Missing: answer(404, "", sorry("x"))}, answer(200, "", sorry("x")), ""},
		{"honest, gone", Probe{Missing: answer(404, "", sorry("x"))}, answer(410, "", ""), "status"},
		{"few words", Probe{Missing: answer(200, "", "gone")}, answer(200, "", "gone"), "content"},
		{"other few words", Probe{Missing: answer(200, "", "gone")}, answer(200, "", "here"), ""},
	} {
		if why, same := c.p.Same(c.a); same != (c.want != "") || same && why != c.want {
			t.Errorf("%s: %q %v, want %q", c.name, why, same, c.want)
		}
	}
}

func TestMissing(t *testing.T) {
	for url, want := range map[string]string{
		"http://h/": "http://h/*", "http://h/a/b.html?x=/y.z": "http://h/a/*.html", "http://h/a/.x": "http://h/a/*",
		"http://h/v1.2-something": "http://h/*", "http://h/a.php": "http://h/*.php",
	} {
		got := string(Missing(nil, []byte(url), 7))
		before, after, _ := strings.Cut(want, "*")
		if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) || len(got) != len(want)+19 {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
		if again := string(Missing(nil, []byte(url), 8)); again == got {
			t.Errorf("two seeds make %s", got)
		}
	}
}

func FuzzHasher(f *testing.F) {
	for _, s := range []string{"<title>a</title>b &amp; c", "<!-- x --><script>a</script >", "<a title='x'>", "</x <", "&#;<?<!--->-->"} {
		f.Add([]byte(s), uint8(1))
	}
	f.Fuzz(func(t *testing.T, page []byte, piece uint8) {
		whole := printOf(Options{}, page)
		h := NewHasher(Options{})
		for c := range slices.Chunk(page, int(piece)+1) {
			h.Write(c)
		}
		if p := h.Print(); p.Hash != whole.Hash || p.Words != whole.Words || !bytes.Equal(p.Title, whole.Title) {
			t.Errorf("in pieces of %d: %+v, whole %+v", int(piece)+1, p, whole)
		}
		if len(whole.Title) > maxTitle || whole.Words > len(page) {
			t.Errorf("%d bytes of title, %d words of %d bytes", len(whole.Title), whole.Words, len(page))
		}
	})
}

func BenchmarkHasher(b *testing.B) {
	page := []byte("<p class=\"x\">" + strings.Join(randomText(rand.New(rand.NewPCG(1, 4)), 2000), " <b>x</b> "))
	h := NewHasher(Options{})
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		h.Reset()
		h.Write(page)
		sink = h.Print().Hash
	}
}

func BenchmarkIndex(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 5))
	var x Index
	for range 1_000_000 {
		x.Add(rng.Uint64())
	}
	b.ReportAllocs()
	var buf []uint32
	for b.Loop() {
		buf = x.AppendNear(buf[:0], rng.Uint64())
	}
}

var sink uint64

// An empty element of a drawing holds nothing, and the title of a drawing is not the page's; elsewhere a slash ends no element.
func TestDrawings(t *testing.T) {
	words := func(page string) Print {
		h := NewHasher(Options{})
		h.Write([]byte(page))
		p := h.Print()
		p.Title = append([]byte(nil), p.Title...)
		return p
	}
	want := words("one two three four five")
	for _, page := range []string{
		"one <svg viewBox='0 0 1 1'><style/><title /><script type='x'/><path d=z/></svg> two three four five",
		"one <math><title/></math> two <svg><title>no words</title></svg> three four five",
		"one two <svg><g><svg></svg><style/><title>no words</title></g></svg> three four five",
		"one two <svg/><style/>no { words }</style> three four five",
		"one two <svg></svg><script src=a.js/>no words</script> three four five",
	} {
		if got := words(page); got.Words != want.Words || got.Hash != want.Hash || len(got.Title) > 0 {
			t.Errorf("%s: got %d words and the title %q, want %d", page, got.Words, got.Title, want.Words)
		}
	}
}
