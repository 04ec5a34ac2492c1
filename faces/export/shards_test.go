package export_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/faces/export"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/disk/disktest"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/internal/shared"
	"weft/internal/stoptest"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/making/shards"
	"weft/store"
)

// drawWhole makes a crawl with all that a crawl can hold: names, states, kinds, facts, texts and results. Some crawls lack some.
func drawWhole(t *testing.T, rng *rand.Rand, n int) *store.Crawl {
	t.Helper()
	o := store.DraftOptions{Output: filepath.Join(t.TempDir(), "crawl")}
	d, err := store.Begin(t.Context(), &o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	named, facts, texts, plain := rng.IntN(4) > 0, rng.IntN(3) > 0, rng.IntN(3) > 0, rng.IntN(4) == 0
	if named {
		keys := map[string]bool{}
		for range n {
			keys[string(store.Key(nil, fmt.Appendf(nil, "http://h%d.example/p%d", rng.IntN(5), rng.IntN(2*n+1))))] = true
		}
		n = len(keys)
		err = d.WriteNames(func(add func([]byte) error) (err error) {
			for _, key := range slices.Sorted(maps.Keys(keys)) {
				err = errors.Join(err, add([]byte(key)))
			}
			return err
		})
	}
	for range n {
		d.States = append(d.States, uint8(rng.IntN(page.NumStates))) //nolint:gosec // a few
	}
	if err == nil && facts {
		err = d.WriteFacts(func(add func(uint32, *store.Facts) error) (err error) {
			for u := range uint32(n) { //nolint:gosec // a few
				if f := drawFacts(rng); f.Known() {
					err = errors.Join(err, add(u, &f))
				}
			}
			return err
		})
	}
	words := []string{"a", "a b", "b", "\u00e9t\u00e9", "x\"y\ty", strings.Repeat("long ", 100)}
	slices.Sort(words)
	into := make([][]store.Anchor, n)
	if err == nil {
		err = d.WriteGraph("test", func(add func([]graph.Node, []kinds.Set) error) (err error) {
			for u := range n {
				var succ []graph.Node
				var ks []kinds.Set
				if page.State(d.States[u]) != page.Ghost {
					succ, ks = drawList(rng, n, plain)
				}
				for _, v := range succ {
					for w := range words {
						if rng.IntN(5) == 0 {
							into[v] = append(into[v], store.Anchor{From: graph.Node(u), Text: uint32(w)}) //nolint:gosec // a few
						}
					}
				}
				err = errors.Join(err, add(succ, ks))
			}
			return err
		})
	}
	if err == nil && texts && slices.ContainsFunc(into, func(l []store.Anchor) bool { return len(l) > 0 }) {
		err = errors.Join(writeWords(d, words, into), d.WriteAnchors(func(add func([]store.Anchor) error) (err error) {
			for _, list := range into {
				err = errors.Join(err, add(list))
			}
			return err
		}))
	}
	if err == nil {
		err = d.Transpose(1 << 24)
	}
	if err == nil {
		err = addResults(d, rng, n)
	}
	if err == nil {
		err = d.Commit(store.Step{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return ingesttest.Open(t, o.Output)
}

// writeWords writes the texts that occur, and renumbers the anchors.
func writeWords(d *store.Draft, words []string, into [][]store.Anchor) error {
	number := make([]uint32, len(words))
	n := uint32(0)
	err := d.WriteTexts(func(add func([]byte) error) (err error) {
		for w, text := range words {
			used := slices.ContainsFunc(into, func(l []store.Anchor) bool {
				return slices.ContainsFunc(l, func(a store.Anchor) bool { return int(a.Text) == w })
			})
			if used {
				err = errors.Join(err, add([]byte(text)))
				number[w] = n
				n++
			}
		}
		return err
	})
	for _, list := range into {
		for i := range list {
			list[i].Text = number[list[i].Text]
		}
	}
	return err
}

func drawFacts(rng *rand.Rand) (f store.Facts) {
	if rng.IntN(2) == 0 {
		f.Status = 100 + rng.IntN(500)
	}
	if rng.IntN(2) == 0 {
		f.Size = rng.Int64N(1 << 40)
	}
	if rng.IntN(2) == 0 {
		f.Time = time.UnixMilli(rng.Int64N(4e12) - 1e12).UTC()
	}
	if rng.IntN(2) == 0 {
		f.SetType("Text/HTML; charset=utf-8")
		f.SetDigest("sha1:ABCDEF")
		f.SetTitle([]byte("A title\tof \u00fc"))
	}
	return f
}

// addResults adds vectors of every type, and one that shards do not carry.
func addResults(d *store.Draft, rng *rand.Rand, n int) error {
	if n == 0 {
		return nil
	}
	scores, gamma, label, bow, many := make([]float64, n), make([]float32, n), make([]uint32, n), make([]uint8, n), make([]uint64, n)
	for i := range n {
		scores[i], gamma[i] = rng.Float64(), rng.Float32()
		if rng.IntN(3) == 0 {
			gamma[i] = float32(math.NaN())
		}
		label[i], bow[i], many[i] = uint32(rng.IntN(n)), uint8(rng.IntN(8)), rng.Uint64N(1<<50) //nolint:gosec // a few
	}
	of := func(name, arcs string, params map[string]any) store.Result {
		_, view, _ := strings.Cut(name, "@")
		return store.Result{Name: name, Kinds: arcs, View: view, Params: params}
	}
	measured := kinds.Measured.String()
	return errors.Join(
		store.AddResult(d, of("pagerank", measured, map[string]any{"alpha": 0.85, "iterations": 7, "residual": 1e-10, "converged": true, "norm": "l1"}), scores),
		store.AddResult(d, of("pagerank+alpha=0.5+kinds=link@between-hosts", "link", map[string]any{"alpha": 0.5}), scores),
		store.AddResult(d, of("fidelity", measured, map[string]any{"zero": "one"}), gamma),
		store.AddResult(d, of("wcc", measured, nil), label),
		store.AddResult(d, of("bowtie", measured, nil), bow),
		store.AddResult(d, of("triangles", measured, nil), many),
		store.AddResult(d, of("order", measured, nil), label),
	)
}

// contents returns the checksums of all that makes a crawl, and of its vectors.
func contents(c *store.Crawl) map[string]string {
	all := map[string]string{}
	for name, info := range c.Manifest.Files {
		if name != store.LogFile && !strings.HasSuffix(name, ".json") && name != "results/order.npy" {
			all[name] = info.SHA256
		}
	}
	return all
}

// sameContents compares two crawls byte by byte, except for descriptions.
func sameContents(t *testing.T, got, want *store.Crawl) {
	t.Helper()
	if a, b := contents(got), contents(want); !maps.Equal(a, b) {
		for name := range b {
			if a[name] != b[name] {
				t.Errorf("%s differs or is missing", name)
			}
		}
		for name := range a {
			if b[name] == "" {
				t.Errorf("%s is new", name)
			}
		}
	}
}

// throughShards exports a crawl with files of some rows, imports it, and returns what came back.
func throughShards(t *testing.T, c *store.Crawl, rows, memory int64) (dir string, back *store.Crawl, s ingest.Summary) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "shards")
	o := export.ShardOptions{Rows: rows, Memory: memory, MadeBy: "weft test"}
	var err error
	if o.Results, err = c.Results(""); err != nil {
		t.Fatal(err)
	}
	if _, err := (&export.Job{Crawl: c}).Shards(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	to := ingest.Options{Inputs: []string{dir}, DraftOptions: store.DraftOptions{Output: dir + ".crawl", Memory: memory}}
	if s, err = ingest.Import(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(to.Output, nil); err != nil {
		t.Fatal(err)
	}
	return dir, ingesttest.Open(t, to.Output), s
}

// A drawn crawl comes back from shards to the byte, whatever the size of the files and the memory.
func TestShardsOfDrawnCrawls(t *testing.T) {
	rng := drawn.Rand(t)
	for i := range 30 {
		n := []int{0, 1, 5, 30, 100}[rng.IntN(5)]
		c := drawWhole(t, rng, n)
		dir, back, s := throughShards(t, c, []int64{0, 1, 20, 100}[rng.IntN(4)], []int64{mem.Least, 1 << 30}[rng.IntN(2)])
		sameContents(t, back, c)
		if len(s.Skipped) > 0 || s.Bad > 0 {
			t.Errorf("crawl %d of %d pages: %v left out", i, n, s.Skipped)
		}
		if entries, _ := filepath.Glob(filepath.Join(dir, "*", ".*")); len(entries) > 0 {
			t.Errorf("left: %q", entries)
		}
		if !t.Failed() && n > 0 {
			sameDescriptions(t, back, c)
		}
	}
}

// sameDescriptions compares options and views of the results.
func sameDescriptions(t *testing.T, got, want *store.Crawl) {
	t.Helper()
	a, err1 := got.Results("")
	b, err2 := want.Results("")
	names, err3 := a.Names()
	if err := errors.Join(err1, err2, err3); err != nil || len(names) != 6 {
		t.Fatalf("got %q, %v", names, err)
	}
	for _, name := range names {
		x, err1 := a.Describe(name)
		y, err2 := b.Describe(name)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		delete(x.Params, "engine")
		if x.Kinds != y.Kinds || x.View != y.View || fmt.Sprint(x.Params) != fmt.Sprint(y.Params) && len(x.Params)+len(y.Params) > 0 {
			t.Errorf("%s: got %v, want %v", name, x, y)
		}
	}
}

// Real crawls come back to the byte: archives with facts and texts, and graphs with and without names.
func TestShardsOfRealCrawls(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join(shared.Dir(t), "warc-samples", "*.warc.gz"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for name, inputs := range map[string][]string{
		"archives": archives[:min(3, len(archives))],
		"cnr-2000": {filepath.Join(shared.Dir(t), "cnr-2000", "cnr-2000")},
		"polblogs": {shared.File(t, "polblogs", "polblogs.gml")},
	} {
		t.Run(name, func(t *testing.T) {
			c := ingesttest.Import(t, ingest.Options{Inputs: inputs, MaxBad: 0.5})
			_, back, _ := throughShards(t, c, 0, 256<<20)
			sameContents(t, back, c)
			_, back, _ = throughShards(t, c, 100_000, 64<<20)
			sameContents(t, back, c)
		})
	}
}

// Wherever the disk fails or the system goes down, the shards are whole or refused.
func TestShardsAreWholeOrAbsent(t *testing.T) {
	c := drawWhole(t, rand.New(rand.NewPCG(1, 2)), 20)
	write := func(dir string) error {
		results, err := c.Results("")
		if err != nil {
			return err
		}
		_, err = (&export.Job{Crawl: c}).Shards(t.Context(), filepath.Join(dir, "s"), export.ShardOptions{Memory: 1 << 30, Results: results})
		return err
	}
	read := func(dir string) bool {
		where := filepath.Join(dir, "s")
		if !shards.Is(where) {
			return false
		}
		to := filepath.Join(t.TempDir(), "c")
		_, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{where}, DraftOptions: store.DraftOptions{Output: to, Memory: 64 << 20, Workers: 1}})
		if err != nil {
			return false
		}
		sameContents(t, ingesttest.Open(t, to), c)
		return true
	}
	for k := 0; ; k++ {
		dir := t.TempDir()
		tape := disktest.Fail(t, dir, k)
		err := write(dir)
		tape.Stop()
		what := tape.Failed()
		if what == "" {
			if k < 20 || !read(dir) {
				t.Errorf("only %d changes, or unreadable shards", k)
			}
			break
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("%s: got %v", what, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 && !read(dir) {
			t.Errorf("%s fails: %s is left", what, left[0].Name())
		}
	}
	dir := t.TempDir()
	tape := disktest.Record(t, dir)
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	tape.Stop()
	whole := 0
	tape.EachCrash(t, drawn.Seed(t), func(dir string, _ int, _ disktest.Crash, _ string) {
		if read(dir) {
			whole++
		}
	})
	if whole == 0 {
		t.Error("no crash leaves whole shards")
	}
}

// An export and an import that are stopped leave nothing.
func TestShardsStop(t *testing.T) {
	c := drawWhole(t, rand.New(rand.NewPCG(3, 4)), 300)
	dir, _, _ := throughShards(t, c, 50, 1<<30)
	stoptest.Somewhere(t, 10, func(ctx context.Context) error {
		to := filepath.Join(t.TempDir(), "s")
		_, err := (&export.Job{Crawl: c}).Shards(ctx, to, export.ShardOptions{Rows: 50, Memory: 1 << 30})
		if _, e := os.Stat(to); err != nil && e == nil {
			t.Error("a stopped export left shards")
		}
		return err
	})
	stoptest.Somewhere(t, 10, func(ctx context.Context) error {
		to := filepath.Join(t.TempDir(), "c")
		_, err := ingest.Import(ctx, ingest.Options{Inputs: []string{dir}, DraftOptions: store.DraftOptions{Output: to, Memory: 1 << 30}})
		if _, e := os.Stat(to); err != nil && e == nil {
			t.Error("a stopped import left a crawl")
		}
		return err
	})
}

// A crawl in the order of its input has no place in shards, whose numbers are the places of keys.
func TestShardsNeedTheOrderOfNames(t *testing.T) {
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("http://b.example/\thttp://a.example/\n"), KeepNumbers: true})
	to := filepath.Join(t.TempDir(), "s")
	if _, err := (&export.Job{Crawl: c}).Shards(t.Context(), to, export.ShardOptions{Memory: 1 << 30}); !errors.Is(err, store.ErrOrder) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("there is a folder")
	}
}
