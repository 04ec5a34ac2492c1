package store_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/store"
)

// someCrawl makes a crawl of a random kind with everything in it: an archive, arcs of URLs in either order, or numbers;
// with results of all types.
func someCrawl(t *testing.T, rng *rand.Rand, kind int) string {
	t.Helper()
	n := 40 + rng.IntN(400)
	if rng.IntN(3) == 0 {
		n *= 30 // several blocks
	}
	name := func(u int) string {
		return fmt.Sprintf("http://%s%d.example.org/a/%x", strings.Repeat("www.", u%3), u%7, uint64(u)*0x9e3779b97f4a7c15)
	}
	var b strings.Builder
	o := ingest.Options{Inputs: []string{"-"}, DraftOptions: store.DraftOptions{Now: time.Unix(1e9, 0).UTC()}}
	switch kind % 3 {
	case 0:
		var pages []string
		for u := range n / 2 {
			html := `<link rel=canonical href="` + name(u) + `">`
			for range rng.IntN(6) {
				v := rng.IntN(n)
				html += fmt.Sprintf("<a href=%q>text %d</a><iframe src=%q></iframe>", name(v), v%50, name(v/2))
			}
			pages = append(pages, name(u), html)
		}
		b.WriteString(archive(pages...))
	case 1:
		for range 4 * n {
			fmt.Fprintf(&b, "%s %s\n", name(rng.IntN(n)), name(rng.IntN(n)))
		}
		o.KeepNumbers = true
	default:
		for range 4 * n {
			fmt.Fprintln(&b, rng.IntN(n), rng.IntN(n))
		}
	}
	o.Stdin, o.Output = strings.NewReader(b.String()), filepath.Join(t.TempDir(), "crawl")
	if _, err := ingest.Import(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	saveSome(t, o.Output, rng)
	return o.Output
}

func saveSome(t *testing.T, dir string, rng *rand.Rand) {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	f, u, s := make([]float64, c.NumPages()), make([]uint32, c.NumPages()), make([]float32, c.NumPages())
	for i := range f {
		f[i], u[i], s[i] = rng.Float64(), rng.Uint32N(9), rng.Float32()
	}
	ch, err := c.Change()
	if err != nil {
		t.Fatal(err)
	}
	err = ch.Writes("results/pagerank.npy", "results/pagerank.json", "results/scc.npy", "results/scc.json", "results/fidelity.npy", "results/fidelity.json")
	err = errors.Join(err, store.SaveVector(r, store.Result{Name: "pagerank"}, f), store.SaveVector(r, store.Result{Name: "scc"}, u),
		store.SaveVector(r, store.Result{Name: "fidelity"}, s), ch.Record(store.Step{Command: "weft test"}))
	if err != nil {
		t.Fatal(err)
	}
}

type reader = func(*store.Crawl, hash.Hash) error

// readers read all that a crawl can tell, in every way.
var readers = []reader{readArcs, readKeys, readGroups, readTexts, readViews, readResults}

// whatIsRead opens a crawl and sums up what one of the readers tells of it.
func whatIsRead(dir string, read reader) (sum string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("PANIC: %v", r)
		}
	}()
	c, err := store.Open(dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	h := sha256.New()
	fmt.Fprintln(h, c.Manifest.Counts, c.Manifest.Order)
	if err := read(c, h); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

func readArcs(c *store.Crawl, h hash.Hash) error {
	all := graph.Everything(c.Graph())
	half := graph.Range{Lo: all.Hi / 2, Hi: all.Hi}
	for _, cur := range []graph.KindCursor{c.Scan(all), c.ScanBack(all), c.Scan(half), c.ScanBack(half)} {
		for cur.Next() {
			fmt.Fprintln(h, cur.Node(), cur.Succ(), cur.Kinds(), c.State(cur.Node()))
		}
		if err := cur.Err(); err != nil {
			return err
		}
	}
	return nil
}

func readKeys(c *store.Crawl, h hash.Hash) error {
	keys, err := c.ScanKeys()
	if errors.Is(err, store.ErrNoNames) {
		return nil
	}
	for keys.Next() {
		fmt.Fprintf(h, "%d %s\n", keys.Page(), keys.Key())
	}
	if err = errors.Join(err, keys.Err()); err != nil {
		return err
	}
	for u := 0; u < c.NumPages(); u += 1 + c.NumPages()/50 {
		label := c.Label(graph.Node(u))
		v, ok, err := c.Find(label)
		if err = errors.Join(err, c.Damage()); err != nil {
			return err
		}
		fmt.Fprintln(h, label, v, ok)
	}
	return nil
}

func readGroups(c *store.Crawl, h hash.Hash) error {
	if !c.HasNames() {
		return nil
	}
	hosts, err1 := c.Hosts()
	domains, err2 := c.Domains()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	for _, groups := range []store.Groups{hosts, domains} {
		for g, u := range groups.Sorted() {
			fmt.Fprintln(h, g, u, groups.Of(u))
		}
		for g := range groups.Len() {
			name, err := groups.Name(g)
			if err != nil {
				return err
			}
			fmt.Fprintln(h, name, groups.Size(g))
		}
	}
	return nil
}

func readTexts(c *store.Crawl, h hash.Hash) error {
	for _, lo := range []int{0, c.NumPages() / 3} {
		cur := c.Anchors(graph.Range{Lo: lo, Hi: c.NumPages()})
		for cur.Next() {
			for _, a := range cur.Anchors() {
				text, err := cur.Text(nil, a)
				if err != nil {
					return err
				}
				fmt.Fprintf(h, "%d %d %s\n", a.From, cur.Node(), text)
			}
		}
		if err := cur.Err(); err != nil {
			return err
		}
	}
	texts := c.ScanTexts()
	for texts.Next() {
		h.Write(texts.Name())
	}
	return texts.Err()
}

func readViews(c *store.Crawl, h hash.Hash) error {
	defer store.ShareFrom(0)()
	for i := range 3 {
		v, err := c.View(store.ViewOptions{What: "a test", Kinds: kinds.Link, Out: true, In: true, Budget: 1 << 30, Stream: i == 0, Workers: i})
		if err != nil {
			return err
		}
		for u := 0; u < c.NumPages(); u += 1 + c.NumPages()/100 {
			out, err1 := v.Out.AppendSucc(nil, graph.Node(u))
			in, err2 := v.In.AppendSucc(nil, graph.Node(u))
			if err := errors.Join(err1, err2); err != nil {
				return errors.Join(err, v.Close())
			}
			fmt.Fprintln(h, out, in, v.Out.ArcsBefore(u))
		}
		if err := v.Close(); err != nil {
			return err
		}
	}
	return nil
}

func readResults(c *store.Crawl, h hash.Hash) error {
	r, err := c.Results("")
	if err != nil {
		return err
	}
	f, about, err1 := store.LoadVector[float64](r, "pagerank")
	u, about2, err2 := store.LoadVector[uint32](r, "scc")
	s, about3, err3 := store.LoadVector[float32](r, "fidelity")
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	about.Sum, about2.Sum, about3.Sum = "", "", ""
	fmt.Fprintln(h, f.Values, u.Values, s.Values, about, about2, about3)
	return errors.Join(f.Close(), u.Close(), s.Close())
}

func filesOf(t *testing.T, dir string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// named reports whether an error names a file, or the graph that it belongs to.
func named(err error, path string) bool {
	base := filepath.Base(path)
	return strings.Contains(err.Error(), base) || strings.Contains(err.Error(), strings.TrimSuffix(base, filepath.Ext(base))+".")
}

// Whoever reads finds a wrong byte of any file, or tells what was told before.
func TestFlippedBytesAreFound(t *testing.T) {
	rng := drawn.Rand(t)
	flips, found := 0, 0
	for kind := range 9 {
		dir := someCrawl(t, rng, kind)
		if err := store.Resum(dir, []int{1 << 15, 64, 16}[rng.IntN(3)]); err != nil {
			t.Fatal(err)
		}
		want := make([]string, len(readers))
		for i, read := range readers {
			var err error
			if want[i], err = whatIsRead(dir, read); err != nil {
				t.Fatal(err)
			}
		}
		paths := filesOf(t, dir)
		for range 70 {
			path := paths[rng.IntN(len(paths))]
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(data) == 0 {
				continue
			}
			at, mask := rng.IntN(len(data)), byte(1+rng.IntN(255))
			data[at] ^= mask
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			seen := false
			for i, read := range readers {
				got, err := whatIsRead(dir, read)
				what := fmt.Sprintf("%s, byte %d of %d, mask %x, reader %d", filepath.Base(path), at, len(data), mask, i)
				switch {
				case err != nil && strings.Contains(err.Error(), "PANIC"):
					t.Errorf("%s: %v", what, err)
				case err != nil && (!errors.Is(err, store.ErrCorrupt) || !named(err, path)):
					t.Errorf("%s: %v: want an error that is marked, and names the file", what, err)
				case err == nil && got != want[i]:
					t.Errorf("%s: something else is told, and no error", what)
				}
				seen = seen || err != nil
			}
			if flips++; seen {
				found++
			}
			data[at] ^= mask
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if t.Logf("%d of %d flips were found", found, flips); flips < 500 || found*5 < flips*4 {
		t.Errorf("%d of %d flips were found", found, flips)
	}
}
