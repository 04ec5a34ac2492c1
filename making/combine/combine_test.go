package combine_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/mem"
	"weft/making/combine"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// archive returns a WARC of some of the pages of a few hosts, with links of many kinds and texts between all of them.
func archive(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 5))
	hosts := []string{"http://a.example", "https://a.example", "http://www.b.example", "http://x.amazonaws.com", "http://y.s3.amazonaws.com"}
	any := func() string { return fmt.Sprintf("%s/%d", hosts[r.IntN(len(hosts))], r.IntN(12)) }
	var b strings.Builder
	for _, h := range hosts {
		for p := range 12 {
			if r.IntN(3) == 0 {
				continue
			}
			status, html := []string{"200 OK", "404 Not Found", "200 OK"}[r.IntN(3)], ""
			for range r.IntN(12) {
				text := []string{"one", "two", "three", fmt.Sprint("only ", seed), ""}[r.IntN(5)]
				html += fmt.Sprintf([]string{`<a href="%s">%s</a>`, `<a rel=nofollow href="%s">%s</a>`, `<img src="%s">%.0s`, `<link rel=canonical href="%s">%.0s`}[r.IntN(4)], any(), text)
			}
			block := "HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\n\r\n" + html
			fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"+
				"WARC-Target-URI: %s/%d\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", h, p, len(block), block)
		}
	}
	return b.String()
}

// unite is a union of two crawls.
func unite(ctx context.Context, a, b *store.Crawl, o combine.Options) (*store.Manifest, error) {
	return combine.Union(ctx, []*store.Crawl{a, b}, o)
}

func random(t testing.TB, seed uint64) *store.Crawl {
	t.Helper()
	return ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(archive(seed))})
}

// known is a crawl as maps of names.
type known struct {
	pages   map[string]page.State
	arcs    map[[2]string]kinds.Set
	anchors map[[3]string]bool
}

func know(t testing.TB, c *store.Crawl) known {
	t.Helper()
	k := known{map[string]page.State{}, map[[2]string]kinds.Set{}, map[[3]string]bool{}}
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		k.pages[c.Label(cur.Node())] = c.State(cur.Node())
		for i, v := range cur.Succ() {
			k.arcs[[2]string{c.Label(cur.Node()), c.Label(v)}] = cur.Kinds()[i]
		}
	}
	texts := c.Anchors(graph.Everything(c.Graph()))
	for texts.Next() {
		for _, a := range texts.Anchors() {
			text, err := texts.Text(nil, a)
			if err != nil {
				t.Fatal(err)
			}
			k.anchors[[3]string{c.Label(a.From), c.Label(texts.Node()), string(text)}] = true
		}
	}
	if err := errors.Join(cur.Err(), texts.Err()); err != nil {
		t.Fatal(err)
	}
	return k
}

// keep leaves out arcs, and their anchors.
func (k known) keep(is func(from, to string) bool) {
	maps.DeleteFunc(k.arcs, func(a [2]string, _ kinds.Set) bool { return !is(a[0], a[1]) })
	maps.DeleteFunc(k.anchors, func(a [3]string, _ bool) bool { return !is(a[0], a[1]) })
}

// union, difference and part say by maps what is wanted.
func union(x, y known) known {
	k := known{maps.Clone(x.pages), maps.Clone(x.arcs), maps.Clone(x.anchors)}
	for name, s := range y.pages {
		k.pages[name] = max(k.pages[name], s)
	}
	for a, s := range y.arcs {
		const qualified = kinds.Link | kinds.Nofollow
		loose := k.arcs[a]&qualified == kinds.Link || s&qualified == kinds.Link
		k.arcs[a] |= s
		if loose { // some occurrence may be followed
			k.arcs[a] &^= kinds.Nofollow
		}
	}
	maps.Copy(k.anchors, y.anchors)
	return k
}

func difference(x, y known) known {
	k := known{maps.Clone(x.pages), maps.Clone(x.arcs), maps.Clone(x.anchors)}
	k.keep(func(from, to string) bool { return y.arcs[[2]string{from, to}] == 0 })
	return k
}

func part(x known, is func(name string) bool) known {
	k := known{maps.Clone(x.pages), maps.Clone(x.arcs), maps.Clone(x.anchors)}
	maps.DeleteFunc(k.pages, func(name string, _ page.State) bool { return !is(name) })
	k.keep(func(from, to string) bool { return is(from) && is(to) })
	return k
}

// check compares a crawl that was made with what is wanted, and verifies it.
func check(t *testing.T, what, dir string, want known) *store.Crawl {
	t.Helper()
	if err := store.Verify(dir, nil); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	c := ingesttest.Open(t, dir)
	got := know(t, c)
	if !maps.Equal(got.pages, want.pages) {
		t.Errorf("%s: got pages %v, want %v", what, got.pages, want.pages)
	}
	if !maps.Equal(got.arcs, want.arcs) {
		t.Errorf("%s: got arcs %v, want %v", what, got.arcs, want.arcs)
	}
	if !maps.Equal(got.anchors, want.anchors) {
		t.Errorf("%s: got anchors %v, want %v", what, got.anchors, want.anchors)
	}
	counts, measured, texts := c.Manifest.Counts, int64(0), map[string]bool{}
	for _, k := range want.arcs {
		if k&kinds.Measured != 0 {
			measured++
		}
	}
	for a := range want.anchors {
		texts[a[2]] = true
	}
	if counts.Measured != measured || counts.Anchors != int64(len(want.anchors)) || c.NumTexts() != len(texts) {
		t.Errorf("%s: counts are %+v with %d texts, want %d measured, %d anchors of %d texts", what, counts, c.NumTexts(), measured, len(want.anchors), len(texts))
	}
	return c
}

func subset(t *testing.T, c *store.Crawl, is func(name string) bool) *view.Subset {
	t.Helper()
	bits := view.NewBits(c.NumPages())
	for u := range c.NumPages() {
		if is(c.Label(graph.Node(u))) {
			bits.Add(u)
		}
	}
	s, err := view.NewSubset(bits, c.NumPages())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// All three are what maps of names say, for crawls with states, kinds and anchors, and from crawls that were made so.
func TestLikeMaps(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(6) {
		a, b := random(t, seed), random(t, seed+100)
		x, y := know(t, a), know(t, b)
		dir := t.TempDir()
		o := combine.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "union"), Workers: int(seed%3) + 1}}
		if _, err := combine.Union(ctx, []*store.Crawl{a, b}, o); err != nil {
			t.Fatal(err)
		}
		both := check(t, fmt.Sprintf("seed %d, union", seed), o.Output, union(x, y))

		o.Output = filepath.Join(dir, "difference")
		if _, err := combine.Difference(ctx, a, b, o); err != nil {
			t.Fatal(err)
		}
		check(t, fmt.Sprintf("seed %d, difference", seed), o.Output, difference(x, y))

		o.Output = filepath.Join(dir, "more")
		if _, err := combine.Difference(ctx, both, a, o); err != nil {
			t.Fatal(err)
		}
		check(t, fmt.Sprintf("seed %d, what the union has more", seed), o.Output, difference(know(t, both), x))

		o.Output = filepath.Join(dir, "part")
		is := func(name string) bool { return strings.Contains(name, "amazonaws") || strings.HasSuffix(name, "1") }
		if _, err := combine.Extract(ctx, both, subset(t, both, is), o); err != nil {
			t.Fatal(err)
		}
		p := check(t, fmt.Sprintf("seed %d, part", seed), o.Output, part(know(t, both), is))
		checkNumbers(t, p, both)
	}
}

// checkNumbers compares the numbers that the pages of a part had with their names.
func checkNumbers(t *testing.T, p, c *store.Crawl) {
	t.Helper()
	r, err := p.Results("")
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := store.LoadVector[uint32](r, combine.SourceVector)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for u, was := range v.Values {
		if p.Label(graph.Node(u)) != c.Label(graph.Node(was)) {
			t.Errorf("page %d was %d: %s is not %s", u, was, p.Label(graph.Node(u)), c.Label(graph.Node(was)))
		}
	}
}

// What an import of both archives makes, in the order in which they are united, is the union, but for hidden differences
// of captures: here no page is in both.
func TestLikeOneImport(t *testing.T) {
	one, two := archive(1), strings.ReplaceAll(archive(2), ".example", ".invalid")
	two = strings.ReplaceAll(two, "amazonaws.com", "myshopify.com")
	dir := t.TempDir()
	var files []string
	for i, text := range []string{one, two} {
		// Lengths of blocks must hold: names are as long as before, but amazonaws.com and myshopify.com are, too.
		files = append(files, filepath.Join(dir, fmt.Sprint(i)+".warc"))
		if err := os.WriteFile(files[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, b := ingesttest.Import(t, ingest.Options{Inputs: files[:1]}), ingesttest.Import(t, ingest.Options{Inputs: files[1:]})
	want := ingesttest.Import(t, ingest.Options{Inputs: files})
	o := combine.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "union")}}
	m, err := combine.Union(context.Background(), []*store.Crawl{a, b}, o)
	if err != nil {
		t.Fatal(err)
	}
	for name, info := range want.Manifest.Files {
		if name == "import.log" {
			continue
		}
		if m.Files[name] != info {
			t.Errorf("%s differs from that of an import", name)
		}
	}
	if got, want := fmt.Sprintf("%+v", m.Counts), fmt.Sprintf("%+v", want.Manifest.Counts); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Crawls without names are joined by number; a part of nothing is a crawl without pages.
func TestNumbers(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	a := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("0 1\n1 2\n2 2\n")})
	b := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("1 2\n4 0\n")})
	for i, f := range []func(context.Context, *store.Crawl, *store.Crawl, combine.Options) (*store.Manifest, error){unite, combine.Difference} {
		o := combine.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(dir, fmt.Sprint(i))}}
		if _, err := f(ctx, a, b, o); err != nil {
			t.Fatal(err)
		}
		want := []known{union(know(t, a), know(t, b)), difference(know(t, a), know(t, b))}[i]
		check(t, fmt.Sprint("numbers ", i), o.Output, want)
	}
	o := combine.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "none")}}
	if _, err := combine.Extract(ctx, a, subset(t, a, func(string) bool { return false }), o); err != nil {
		t.Fatal(err)
	}
	check(t, "nothing", o.Output, known{})
}

// The same bytes come of any budget and any number of workers.
func TestSameBytes(t *testing.T) {
	a, b, dir := random(t, 7), random(t, 8), t.TempDir()
	var first map[string]store.FileInfo
	for i, o := range []combine.Options{{DraftOptions: store.DraftOptions{Workers: 1}}, {DraftOptions: store.DraftOptions{Workers: 5, Memory: 64 << 20}}} {
		o.Output = filepath.Join(dir, fmt.Sprint(i))
		m, err := combine.Union(context.Background(), []*store.Crawl{a, b}, o)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = m.Files
		}
		if !maps.Equal(first, m.Files) {
			t.Errorf("%+v: got %v, want %v", o, m.Files, first)
		}
	}
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	base := filepath.Join(dir, "g")
	if _, err := bv.Write(base, graphtest.Random(5), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	named, bare := random(t, 1), ingesttest.Open(t, base)
	links := "http://b.example/ http://a.example/\n"
	unordered := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links), KeepNumbers: true})
	numbers := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("0 1\n")})
	stopped, stop := context.WithCancel(context.Background())
	stop()
	out := filepath.Join(dir, "out")
	var short *mem.ShortError
	for i, test := range []struct {
		b    *store.Crawl
		ctx  context.Context
		o    combine.Options
		want func(error) bool
	}{
		{b: bare, want: is(combine.ErrBare)},
		{b: unordered, want: is(store.ErrOrder)},
		{b: numbers, want: is(store.ErrMixed)},
		{b: named, o: combine.Options{DraftOptions: store.DraftOptions{Output: named.Path, Replace: true}}, want: is(store.ErrSame)},
		{b: named, o: combine.Options{DraftOptions: store.DraftOptions{Memory: 1 << 20}}, want: func(err error) bool { return errors.As(err, &short) }},
		{b: named, ctx: stopped, want: is(context.Canceled)},
	} {
		if test.ctx == nil {
			test.ctx = context.Background()
		}
		if test.o.Output == "" {
			test.o.Output = out
		}
		if _, err := combine.Union(test.ctx, []*store.Crawl{named, test.b}, test.o); err == nil || !test.want(err) {
			t.Errorf("case %d: got %v", i, err)
		}
	}
	other, err := view.NewSubset(view.NewBits(3), 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := combine.Extract(context.Background(), named, other, combine.Options{DraftOptions: store.DraftOptions{Output: out}}); err == nil {
		t.Error("a set of other pages is taken")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*out*")); len(slices.DeleteFunc(left, func(p string) bool { return p == base })) > 0 {
		t.Errorf("there is left %v", left)
	}
}

func is(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }
