package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/corrupt"
	"weft/internal/disk/disktest"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

// archive returns a WARC file of pages: URL and HTML in turn.
func archive(pages ...string) string {
	var b strings.Builder
	for i := 0; i < len(pages); i += 2 {
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + pages[i+1]
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", pages[i], len(block), block)
	}
	return b.String()
}

func sample() string {
	return archive(
		"http://a.example/", `<a href=/x>to x</a><a href=/x>again</a><a rel=nofollow href=http://b.example/>b</a><link rel=canonical href=/>`,
		"http://b.example/", `<iframe src=http://a.example/></iframe><a href=http://www.b.example/>w</a><a href=#>self</a>`,
		"http://www.b.example/", `<link rel=alternate href=http://b.example/y>`,
	)
}

func crawl(t testing.TB, text string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "crawl")
	_, err := ingest.Import(context.Background(), ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader(text), DraftOptions: store.DraftOptions{Output: dir, Command: "weft import", Now: time.Unix(1e9, 0).UTC()},
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, path string) *store.Crawl {
	t.Helper()
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestKindsAndAnchorsInTheCursor(t *testing.T) {
	c := open(t, crawl(t, sample()))
	var got []string
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			got = append(got, fmt.Sprint(c.Label(cur.Node()), " ", c.Label(v), " ", cur.Kinds()[i]))
		}
	}
	want := []string{
		"http://a.example/ http://a.example/ canonical",
		"http://a.example/ http://a.example/x link",
		"http://a.example/ http://b.example/ link+nofollow",
		"http://b.example/ http://a.example/ embed",
		"http://b.example/ http://b.example/ link",
		"http://b.example/ http://www.b.example/ link",
		"http://www.b.example/ http://b.example/y alternate",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	var back []string
	cur = c.ScanBack(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, u := range cur.Succ() {
			back = append(back, fmt.Sprint(c.Label(u), " ", c.Label(cur.Node()), " ", cur.Kinds()[i]))
		}
	}
	slices.Sort(back)
	if !slices.Equal(back, want) {
		t.Errorf("the transpose: got %q, want %q", back, want)
	}
	var texts []string
	anchors := c.Anchors(graph.Everything(c.Graph()))
	for anchors.Next() {
		for _, a := range anchors.Anchors() {
			text, err := anchors.Text(nil, a)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, fmt.Sprintf("%s %s %q", c.Label(a.From), c.Label(anchors.Node()), text))
		}
	}
	wantTexts := []string{
		`http://a.example/ http://a.example/x "again"`, `http://a.example/ http://a.example/x "to x"`,
		`http://a.example/ http://b.example/ "b"`, `http://b.example/ http://b.example/ "self"`,
		`http://b.example/ http://www.b.example/ "w"`,
	}
	if !slices.Equal(texts, wantTexts) || anchors.Err() != nil {
		t.Errorf("got anchors %q (%v), want %q", texts, anchors.Err(), wantTexts)
	}
	if u, _, _ := c.Find("http://b.example/y"); c.State(u) != page.Ghost {
		t.Errorf("a page that is only linked to is %v", c.State(u))
	}
}

// The views hold the arcs of the wanted kinds, in every form and direction.
func TestViews(t *testing.T) {
	c := open(t, crawl(t, sample()))
	for want, arcs := range map[kinds.Set]int64{0: 5, kinds.All: 7, kinds.Embed: 1, kinds.Canonical | kinds.Alternate: 2, kinds.Nofollow: 1} {
		var all []graph.Arc
		cur := c.Scan(graph.Everything(c.Graph()))
		for cur.Next() {
			for i, v := range cur.Succ() {
				if k := cur.Kinds()[i]; k&want != 0 || want == 0 && k&kinds.Measured != 0 {
					all = append(all, graph.Arc{From: cur.Node(), To: v})
				}
			}
		}
		g := graph.FromArcs(c.NumPages(), all)
		tr, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{store.InMemory, store.Streamed} {
			v := view(t, c, want, form)
			if v.Out.NumArcs() != arcs {
				t.Errorf("kinds %v, %s: got %d arcs, want %d", want, form, v.Out.NumArcs(), arcs)
			}
			graphtest.Run(t, v.Out, g)
			graphtest.Run(t, v.In, tr)
		}
	}
}

func view(t *testing.T, c *store.Crawl, want kinds.Set, form string) *store.View {
	t.Helper()
	v, err := c.View(store.ViewOptions{What: "a test", Kinds: want, Out: true, In: true, Budget: 1 << 30, Stream: form == store.Streamed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	if v.Form != form {
		t.Fatalf("got a view of form %s, want %s", v.Form, form)
	}
	return v
}

func TestShortBudget(t *testing.T) {
	c := open(t, crawl(t, sample()))
	_, err := c.View(store.ViewOptions{What: "PageRank", Out: true, Need: store.Heap("much", 1<<40), Budget: 1 << 30})
	var short *mem.ShortError
	if !errors.As(err, &short) || !strings.Contains(err.Error(), "PageRank needs 1.0 TiB") {
		t.Errorf("got %v, want an error that tells the need", err)
	}
}

// Each form is taken from its own need on, a byte less is for the next one, and below the last is an error. A graph
// without a transpose beside it is turned round in no more memory than that takes.
func TestPlanAtItsBounds(t *testing.T) {
	g := graphtest.Random(5)
	back, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, g := range map[string]graph.Random{"alone": g, "pair": g, "pair-t": back} {
		if _, err := bv.Write(filepath.Join(dir, name), g, bv.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range []store.ViewOptions{{Out: true}, {In: true}, {Out: true, In: true}} {
		o.What, o.Need = "a test", store.Heap("a little", 1000).And(store.Arrays("more", 1<<20))
		need := map[string]int64{}
		for _, name := range []string{"alone", "pair"} {
			c := open(t, filepath.Join(dir, name))
			plan := func(budget int64) (form string) {
				o.Budget = budget
				v, err := c.Plan(o)
				if _, short := errors.AsType[*mem.ShortError](err); short {
					return "short"
				}
				if err != nil {
					t.Fatal(err)
				}
				need[name+v.Form] = v.NeedBytes
				return v.Form
			}
			got := []string{plan(1 << 40)}
			for range 3 {
				last := got[len(got)-1]
				if form := plan(need[name+last]); form != last {
					t.Errorf("%s, %+v: with just what %q needs it is %q", name, o, last, form)
				}
				got = append(got, plan(need[name+last]-1))
			}
			if want := []string{store.InMemory, store.Streamed, store.OnDisk, "short"}; !slices.Equal(got, want) {
				t.Errorf("%s, %+v: got %q, want %q", name, o, got, want)
			}
		}
		if alone, pair := need["alone"+store.InMemory], need["pair"+store.InMemory]; alone != pair {
			t.Errorf("%+v: %d bytes without a transpose, want the %d with one", o, alone, pair)
		}
	}
}

func TestBareGraph(t *testing.T) {
	g := graphtest.Random(5)
	tr, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, g, bv.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{base, base + bv.GraphExt} {
		c := open(t, path)
		for _, form := range []string{store.InMemory, store.Streamed} {
			v := view(t, c, 0, form)
			graphtest.Run(t, v.In, tr)
		}
	}
	if _, err := store.Open(base + "x"); err == nil || !strings.Contains(err.Error(), "there is no crawl") {
		t.Errorf("got %v, want that there is no crawl", err)
	}
}

// Verify finds a change of any byte of any file.
func TestVerifyFindsEveryByte(t *testing.T) {
	dir := crawl(t, sample())
	if err := store.Verify(dir, nil); err != nil {
		t.Fatal(err)
	}
	files, flipped := 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		step := 1
		if d.Name() == "weft.json" {
			step = 3 // most of the bytes, under one checksum
		}
		for i := rand.IntN(step); i < len(data); i += step {
			data[i] ^= 1 << (i % 8)
			if err := os.WriteFile(path, data, 0o644); err != nil {
				return err
			}
			if store.Verify(dir, nil) == nil {
				t.Errorf("%s: byte %d is changed and nobody notices", path, i)
			}
			data[i] ^= 1 << (i % 8)
			flipped++
		}
		return os.WriteFile(path, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 15 || flipped < 3000 {
		t.Errorf("only %d bytes of %d files were tried", flipped, files)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Fatal(err)
	}
}

// Verify counts what the manifest counts, though nobody changed a byte since that was written.
func TestVerifyCounts(t *testing.T) {
	dir := crawl(t, sample())
	disktest.Record(t, dir) // which saves the syncs
	for name, at := range map[string]func(*store.Counts){
		"arcs": func(c *store.Counts) { c.Arcs++ }, "loops": func(c *store.Counts) { c.SelfLoops-- }, "dangling": func(c *store.Counts) { c.Dangling++ },
		"ghosts": func(c *store.Counts) { c.Ghosts-- }, "excluded": func(c *store.Counts) { c.Excluded++ }, "failed": func(c *store.Counts) { c.Failed++ },
		"redirected": func(c *store.Counts) { c.Redirected++ }, "fetched": func(c *store.Counts) { c.Fetched++ }, "unknown": func(c *store.Counts) { c.Unknown++ },
	} {
		var before store.Counts
		store.Rewrite(t, dir, func(m *store.Manifest) { before = m.Counts; at(&m.Counts) })
		if err := store.Verify(dir, nil); !errors.Is(err, corrupt.Err) || !strings.Contains(err.Error(), "the manifest says") {
			t.Errorf("%s: got %v", name, err)
		}
		store.Rewrite(t, dir, func(m *store.Manifest) { m.Counts = before })
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
}

func TestMissingFile(t *testing.T) {
	dir := crawl(t, sample())
	for _, name := range []string{store.NamesFile, "transpose.graph", "graph.properties", store.StatesFile, store.ManifestFile} {
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(path)
		if _, err := store.Open(dir); err == nil {
			t.Errorf("without %s the crawl opens", name)
		}
		if err := store.Verify(dir, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: got %v, want an error that names it", name, err)
		}
		os.WriteFile(path, data, 0o644)
	}
}

func TestResultsBelongToOneGraph(t *testing.T) {
	a, b := open(t, crawl(t, sample())), open(t, crawl(t, "http://a.example/ http://b.example/\n"))
	ra, err := a.Results("")
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float64, a.NumPages())
	values[1] = 0.5
	if err := store.SaveVector(ra, store.Result{Name: "pagerank", Kinds: "link"}, values); err != nil {
		t.Fatal(err)
	}
	ch, err := a.Change()
	if err != nil {
		t.Fatal(err)
	}
	if err := ch.Writes("results/pagerank.npy", "results/pagerank.json"); err != nil {
		t.Fatal(err)
	}
	if err := ch.Record(store.Step{Command: "weft rank"}); err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(a.Path, nil); err != nil {
		t.Errorf("after a result was recorded: %v", err)
	}
	v, res, err := store.LoadVector[float64](ra, "pagerank")
	if err != nil || !slices.Equal(v.Values, values) || res.Kinds != "link" {
		t.Fatalf("got %v, %+v, %v", v, res, err)
	}
	rb, err := b.Results(filepath.Join(a.Path, store.ResultsDir))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.LoadVector[float64](rb, "pagerank"); !errors.Is(err, store.ErrOtherGraph) {
		t.Errorf("got %v, want that it belongs to another graph", err)
	}
}

func TestDraft(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "c")
	d, err := store.Begin(t.Context(), &store.DraftOptions{Output: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.Path("half"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(d.Dir()); err == nil {
		t.Error("a draft opens as a crawl")
	}
	if _, err := store.Begin(t.Context(), &store.DraftOptions{Output: out}); err == nil {
		t.Error("two drafts of one crawl at a time")
	}
	d.Abort()
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("an aborted draft leaves %v", entries)
	}
}

// A draft that is aborted, once or twice, lets go of its lock.
func TestAbortLetsGo(t *testing.T) {
	open := func() int {
		fds, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not say which files are open")
		}
		return len(fds)
	}
	before := open()
	for i := range 30 {
		d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(t.TempDir(), fmt.Sprint(i))})
		if err != nil {
			t.Fatal(err)
		}
		d.Abort()
		d.Abort()
	}
	if after := open(); after > before+10 { // others open files, too
		t.Errorf("%d files were open, now %d", before, after)
	}
}

// What a killed process leaves is no crawl, and the next draft starts from nothing.
func TestDraftAfterAKill(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, ".c.draft")
	makeDraft(t, left, draftMark)
	if _, err := store.Open(left); err == nil {
		t.Error("what a killed import left opens as a crawl")
	}
	d, err := store.Begin(t.Context(), &store.DraftOptions{Output: filepath.Join(dir, "c")})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	if entries, _ := os.ReadDir(d.Dir()); len(entries) != 1 {
		t.Errorf("the new draft holds %v, want its lock alone", entries)
	}
}

// What has the name of a transpose is not believed: whether it is another graph, of other sizes or damaged, the arcs
// turned round are right, and why it was not read is told once.
func TestFalseTranspose(t *testing.T) {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}})
	want, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	for what, beside := range map[string]struct {
		g     *graph.Memory
		spoil string
	}{
		"the transpose": {g: want}, "none": {}, "the graph itself": {g: g}, "another size": {g: graph.FromArcs(4, []graph.Arc{{From: 1, To: 0}, {From: 2, To: 0}})},
		"one arc": {g: graph.FromArcs(3, []graph.Arc{{From: 1, To: 0}})}, "cut lists": {want, bv.GraphExt}, "cut properties": {want, bv.PropertiesExt}, "cut offsets": {want, bv.OffsetsExt},
	} {
		base := filepath.Join(t.TempDir(), "g")
		for name, g := range map[string]*graph.Memory{base: g, base + "-t": beside.g} {
			if g == nil {
				continue
			}
			if _, err := bv.Write(name, g, bv.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		if beside.spoil != "" {
			if err := os.Truncate(base+"-t"+beside.spoil, 1); err != nil {
				t.Fatal(err)
			}
		}
		c := open(t, base)
		v := view(t, c, 0, store.Streamed)
		graphtest.Run(t, v.In, want)
		why, right := v.Passed, what == "the transpose" || what == "none"
		if right != (why == nil) || why != nil && !strings.Contains(why.Error(), base+"-t") {
			t.Errorf("%s: told %v", what, why)
		}
		if why := view(t, c, 0, store.Streamed).Passed; why != nil {
			t.Errorf("%s: told again: %v", what, why)
		}
	}
}

// Views of a crawl are opened concurrently, also of a bare graph whose transpose is checked meanwhile. One of them reports that the
// graph beside it is not its transpose.
func TestViewsAtOnce(t *testing.T) {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}})
	want, err := graph.Transpose(g)
	if err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(t.TempDir(), "g")
	for _, name := range []string{base, base + "-t"} {
		if _, err := bv.Write(name, g, bv.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for path, passed := range map[string]int32{base: 1, crawl(t, sample()): 0} {
		c := open(t, path)
		var wait sync.WaitGroup
		var told atomic.Int32
		for range 8 {
			wait.Go(func() {
				v, err := c.View(store.ViewOptions{What: "a test", In: true, Budget: 1 << 30, Stream: true})
				if err != nil {
					t.Error(err)
					return
				}
				defer v.Close()
				if v.Passed != nil {
					told.Add(1)
				}
				if got := v.In.NumArcs(); passed > 0 && got != want.NumArcs() {
					t.Errorf("%d arcs, want %d", got, want.NumArcs())
				}
			})
		}
		wait.Wait()
		if n := told.Load(); n != passed {
			t.Errorf("%s: %d views say that the graph beside it is not read, want %d", path, n, passed)
		}
	}
}

// A step that is interrupted while it writes leaves nothing that verify would call damaged.
func TestInterruptedChange(t *testing.T) {
	dir := crawl(t, sample())
	c := open(t, dir)
	write := func(text string) {
		if err := os.MkdirAll(filepath.Join(dir, "results"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "results", "x.npy"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, finish := range []bool{true, false, true} {
		ch, err := c.Change()
		if err != nil {
			t.Fatal(err)
		}
		if err := ch.Writes("results/x.npy", "results/never.npy"); err != nil {
			t.Fatal(err)
		}
		write(fmt.Sprint("text ", i))
		if finish {
			err = ch.Record(store.Step{Command: "weft test"})
		} else {
			err = ch.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Verify(dir, nil); err != nil {
			t.Errorf("step %d: %v", i, err)
		}
	}
	if n := len(c.Manifest.Steps); n != 2 {
		t.Errorf("got %d steps, want the import and one", n)
	}
	write("changed")
	if err := store.Verify(dir, nil); err == nil {
		t.Error("a changed result is not noticed")
	}
}

// The results of another graph are found by verify.
func TestVerifyFindsForeignResults(t *testing.T) {
	a, b := crawl(t, sample()), crawl(t, "0 1\n")
	r, err := open(t, a).Results("")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SaveVector(r, store.Result{Name: "x"}, []float64{1}); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(a, "results"), filepath.Join(b, "results")); err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(b, nil); !errors.Is(err, store.ErrOtherGraph) {
		t.Errorf("got %v, want that it belongs to another graph", err)
	}
}

// A crawl that was moved aside to be replaced comes back if the process was killed before the new one was there.
func TestKilledReplacement(t *testing.T) {
	dir := crawl(t, sample())
	aside := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".draft.old")
	if err := os.Rename(dir, aside); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Begin(t.Context(), &store.DraftOptions{Output: dir}); !errors.Is(err, store.ErrExists) {
		t.Errorf("got %v, want that the crawl is there again", err)
	}
	if err := store.Verify(dir, nil); err != nil {
		t.Error(err)
	}
}
