package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/kinds"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/store"
)

// bare writes g alone and opens it.
func bare(t *testing.T, g graph.Graph) *store.Crawl {
	t.Helper()
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, g, bv.Options{}); err != nil {
		t.Fatal(err)
	}
	return open(t, base)
}

// Lists are unpacked for those who read them often, where the budget has no room for them; not of small graphs, and not
// where it costs more than half of the machine's memory.
func TestWhatIsUnpacked(t *testing.T) {
	c := bare(t, graphtest.Random(5))
	ask := store.ViewOptions{What: "a test", Out: true, In: true, Often: true, Need: store.Arrays("much", 1<<24), Budget: mem.Base + 1<<23}
	form := func(from int64, change func(*store.ViewOptions)) string {
		defer store.UnpackFrom(from)()
		o := ask
		change(&o)
		v, err := c.Plan(o)
		if err != nil {
			t.Fatal(err)
		}
		return v.Form
	}
	for what, got := range map[string][2]string{
		"as it is":              {form(0, func(*store.ViewOptions) {}), store.Unpacked},
		"just as many arcs":     {form(c.Graph().NumArcs(), func(*store.ViewOptions) {}), store.Unpacked},
		"an arc too few":        {form(c.Graph().NumArcs()+1, func(*store.ViewOptions) {}), store.OnDisk},
		"one pass":              {form(0, func(o *store.ViewOptions) { o.Often = false }), store.OnDisk},
		"not in memory":         {form(0, func(o *store.ViewOptions) { o.Stream, o.Budget = true, mem.Base+1<<25 }), store.Unpacked},
		"room in memory":        {form(0, func(o *store.ViewOptions) { o.Budget = mem.Base + 1<<25 }), store.InMemory},
		"more than the machine": {form(0, func(o *store.ViewOptions) { o.Need = store.Arrays("much", mem.Machine()/2) }), store.OnDisk},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: got %s, want %s", what, got[0], got[1])
		}
	}
}

// The whole index is part of what lists take that are read one by one as they are; else a coarse one is enough.
func TestIndexIsPlanned(t *testing.T) {
	defer store.UnpackFrom(0)()
	c := bare(t, graphtest.Random(5))
	coarse, fine := c.Graph().IndexBytes(), c.Graph().Fine().IndexBytes()
	for _, want := range []struct {
		form  string
		index int64
		o     store.ViewOptions
	}{
		{store.Unpacked, coarse, store.ViewOptions{Often: true}},
		{store.Unpacked, coarse, store.ViewOptions{Often: true, Singly: true}},
		{store.OnDisk, coarse, store.ViewOptions{}},
		{store.OnDisk, coarse + fine, store.ViewOptions{Singly: true}},
		{store.Streamed, coarse + fine, store.ViewOptions{Singly: true, Stream: true}},
		{store.OnDisk, coarse, store.ViewOptions{Singly: true, Budget: mem.Base + coarse + fine - 1}},
	} {
		o := want.o
		o.What, o.Out, o.Need = "a test", true, store.Arrays("much", 1<<24)
		switch {
		case want.form == store.Streamed:
			o.Budget = mem.Base + 1<<25
		case o.Budget == 0:
			o.Budget = mem.Base + 1<<20
		}
		v, err := c.View(o)
		if err != nil {
			t.Fatal(err)
		}
		if g, ok := v.Out.(*bv.Graph); ok && (g == c.Graph()) != (want.index == coarse) {
			t.Errorf("%+v: the index of the crawl is that of the view: %t", want.o, g == c.Graph())
		}
		if err := v.Close(); err != nil {
			t.Error(err)
		}
		if got := v.Parts[1]; v.Form != want.form || got.Bytes != want.index {
			t.Errorf("%+v: got the form %s and %v, want %s and %d bytes of index", want.o, v.Form, got, want.form, want.index)
		}
	}
}

// The index of each graph that a view reads is planned, of the transpose and of both sides of a filter, too. A graph
// without offsets has a whole one as it is, and no second.
func TestIndexOfEachGraph(t *testing.T) {
	g := graphtest.Random(5)
	for _, without := range []string{"", "g.offsets", "g-t.offsets", "g.offsets g-t.offsets"} {
		dir := t.TempDir()
		parts, more := [2]int64{}, [2]int64{} // by direction
		turned, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range []graph.Graph{g, turned} {
			base := filepath.Join(dir, []string{"g", "g-t"}[i])
			if _, err := bv.Write(base, g, bv.Options{}); err != nil {
				t.Fatal(err)
			}
			parts[i], more[i] = indexesOf(t, base)
			if strings.Contains(without, filepath.Base(base)+bv.OffsetsExt) {
				parts[i], more[i] = more[i], 0
				if err := os.Remove(base + bv.OffsetsExt); err != nil {
					t.Fatal(err)
				}
			}
		}
		c := open(t, filepath.Join(dir, "g"))
		filter, err := c.NewFilter(t.Context(), store.Symmetrised, nil, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		o := store.ViewOptions{What: "a test", Kinds: kinds.Measured, Out: true, Stream: true, Budget: 1 << 30}
		both := o
		both.In = true
		seen := o
		seen.Filter = filter
		if got := readsAsIs(t, c, seen); got != (more[0]+more[1] == 0) {
			t.Errorf("without %q, the lists of a filter are read by the indexes of the crawl: %t", without, got)
		}
		for what, got := range map[string][2]int64{
			"one direction":    {planned(t, c, o), parts[0]},
			"both":             {planned(t, c, both), parts[0] + parts[1]},
			"one, singly":      {singly(t, c, o), more[0]},
			"both, singly":     {singly(t, c, both), more[0] + more[1]},
			"a filter, singly": {singly(t, c, seen), more[0] + more[1]},
		} {
			if got[0] != got[1] {
				t.Errorf("%s, without %q: got %d bytes of index, want %d", what, without, got[0], got[1])
			}
		}
	}
}

// indexesOf returns what the index takes by which a graph is cut into parts, and that by which its lists are read one by one.
func indexesOf(t *testing.T, base string) (parts, more int64) {
	t.Helper()
	g, err := bv.Open(base)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	return g.Coarse().IndexBytes(), g.IndexBytes()
}

// planned is the memory of indexes in a plan.
func planned(t *testing.T, c *store.Crawl, o store.ViewOptions) int64 {
	t.Helper()
	v, err := c.Plan(o)
	if err != nil {
		t.Fatal(err)
	}
	return v.Parts[1].Bytes
}

// readsAsIs reports whether a view through a filter, of lists that are read one by one, is what the filter shows to all.
func readsAsIs(t *testing.T, c *store.Crawl, o store.ViewOptions) bool {
	t.Helper()
	o.Singly = true
	v, err := c.View(o)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	all, err := o.Filter.Out(o)
	if err != nil {
		t.Fatal(err)
	}
	return v.Out == all
}

// singly is what more of them there is for who reads lists one by one.
func singly(t *testing.T, c *store.Crawl, o store.ViewOptions) int64 {
	t.Helper()
	parts := planned(t, c, o)
	o.Singly = true
	return planned(t, c, o) - parts
}

// A bare graph without a transpose is turned round in scratch files, and both directions are right; also where the
// lists need the files and the arrays do not.
func TestUnpackedBareGraph(t *testing.T) {
	defer store.UnpackFrom(0)()
	for seed := range uint64(6) {
		g := graphtest.Random(seed)
		tr, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		c := bare(t, g)
		for _, o := range []store.ViewOptions{{Out: true, In: true}, {In: true}, {Out: true}} {
			o.What, o.Often, o.Need, o.Budget = "a test", true, store.Arrays("much", 1<<24), mem.Base+1<<23
			v, err := c.View(o)
			if err != nil {
				t.Fatal(err)
			}
			if v.Form != store.Unpacked || v.Space == nil {
				t.Fatalf("got the form %s, arrays in %v", v.Form, v.Space)
			}
			if o.Out {
				graphtest.Run(t, v.Out, g)
			}
			if o.In {
				graphtest.Run(t, v.In, tr)
			}
			if err := v.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// Where scratch files cannot be made lists stay as they are; who is stopped meanwhile is told so.
func TestNoRoomToUnpack(t *testing.T) {
	c := bare(t, graphtest.Random(5))
	dir := filepath.Join(t.TempDir(), "none")
	if g, err := store.UnpackedIn(t.Context(), dir, c.Graph()); err != nil || g != graph.Random(c.Graph()) {
		t.Errorf("got %T, %v, want the graph itself", g, err)
	}
	if g, err := store.UnpackedIn(t.Context(), "", c.Graph()); err != nil || g == graph.Random(c.Graph()) {
		t.Errorf("got %T, %v, want a copy", g, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := store.UnpackedIn(stopped, "", c.Graph()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was stopped", err)
	}
}

// Several workers decode what one does, in memory and in scratch files, and tell of a damaged graph what one tells.
func TestSharedDecoding(t *testing.T) {
	defer store.UnpackFrom(0)()
	rng := drawn.Rand(t)
	damaged := 0
	for range 200 {
		base := filepath.Join(t.TempDir(), "g")
		if _, err := bv.Write(base, graphtest.Random(rng.Uint64()), bv.Options{}); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(base + bv.GraphExt)
		if err != nil {
			t.Fatal(err)
		}
		if rng.IntN(2) == 0 && len(data) > 0 {
			data[rng.IntN(len(data))] ^= byte(1 + rng.IntN(255))
			if err := os.WriteFile(base+bv.GraphExt, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, budget := range []int64{1 << 30, mem.Base + 1<<23} {
			one, err1 := decodedBy(t, base, 1, budget)
			three, err3 := decodedBy(t, base, 3, budget)
			if !slices.Equal(one, three) || fmt.Sprint(err1) != fmt.Sprint(err3) {
				t.Fatalf("one worker %d numbers, %v; three %d, %v", len(one), err1, len(three), err3)
			}
			if err1 != nil {
				damaged++
			}
		}
	}
	if damaged < 20 {
		t.Errorf("%d of 400 were damaged: want more", damaged)
	}
}

// One worker decodes a graph where a second may have no room for its longest lists, or nothing tells where parts begin.
func TestDecodedByOne(t *testing.T) {
	defer store.ShareFrom(0)()
	var arcs []graph.Arc
	for v := range 1 << 17 {
		arcs = append(arcs, graph.Arc{From: 9, To: graph.Node(v)})
	}
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Write(base, graph.FromArcs(1<<17, arcs), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	first := func(budget int64, workers int) (noted int64) {
		c, err := store.Open(base)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		noted = -1
		v, err := c.View(store.ViewOptions{What: "a test", Out: true, Budget: budget, Workers: workers, Note: func(_ string, done, _ int64) {
			if noted < 0 {
				noted = done
			}
		}})
		if err != nil || v.Form != store.InMemory {
			t.Fatalf("%v, %v: want lists in memory", v, err)
		}
		return noted // before the first node is decoded, if one goes through all
	}
	const longest, lists = 8 << 17, 8<<17 + 4
	for i, told := range []struct {
		first int64
		parts bool // several workers decode parts, and tell of nodes only when these are done
	}{
		{first(mem.Base+lists+longest, 2), false},
		{first(mem.Base+lists+2*longest-1, 2), false},
		{first(mem.Base+lists+2*longest, 2), true},
		{first(mem.Base+lists+2*longest, 3), false},
		{first(1<<30, 1), false},
	} {
		if told.first > 0 != told.parts {
			t.Errorf("%d: first told of %d nodes, in parts %v", i, told.first, told.parts)
		}
	}
	if err := os.Remove(base + bv.OffsetsExt); err != nil {
		t.Fatal(err)
	}
	if got := first(1<<30, 2); got != 0 {
		t.Errorf("without offsets first told of %d nodes, want 0", got)
	}
}

// decodedBy returns what so many workers read of a bare graph, or that it has no transpose.
func decodedBy(t *testing.T, base string, workers int, budget int64) (all []graph.Node, err error) {
	t.Helper()
	defer store.ShareFrom(0)()
	c, err := store.Open(base)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	v, err := c.View(store.ViewOptions{What: "a test", Out: true, In: true, Often: true, Need: store.Arrays("much", 1<<24), Budget: budget, Workers: workers})
	if err != nil {
		return nil, err
	}
	defer v.Close()
	for _, g := range []graph.Random{v.Out, v.In} {
		err := graph.EachList(g, graph.Everything(g), func(u graph.Node, succ []graph.Node) {
			all = append(append(all, u), succ...)
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// The longest list of each direction that is read is planned in every form, and a budget without room for it is refused.
func TestLongestListIsPlanned(t *testing.T) {
	defer store.UnpackFrom(0)()
	const n = 1 << 17
	arcs := make([]graph.Arc, 0, n)
	for v := range n {
		arcs = append(arcs, graph.Arc{From: 9, To: graph.Node(v)})
	}
	c := bare(t, graph.FromArcs(n, arcs))
	for _, want := range []struct {
		out, in, often bool
		budget         int64
		form           string
	}{
		{true, false, false, 1 << 30, store.InMemory},
		{true, false, false, mem.Base + 9*n, store.Streamed},
		{true, true, false, mem.Base + 18*n, store.Streamed}, // there is no transpose: the graph is read for it, too
		{true, false, true, mem.Base + 9*n, store.Unpacked},
		{true, false, false, mem.Base + 8*n, ""},
		{true, true, false, mem.Base + 16*n, ""},
	} {
		v, err := c.Plan(store.ViewOptions{What: "a test", Out: want.out, In: want.in, Often: want.often, Budget: want.budget})
		if want.form == "" {
			if _, short := errors.AsType[*mem.ShortError](err); !short {
				t.Errorf("%+v: got %v, want a budget that is refused", want, err)
			}
			continue
		}
		longest := int64(8 * n)
		if want.in {
			longest *= 2
		}
		if err != nil || v.Form != want.form || !slices.ContainsFunc(v.Parts, func(p mem.Part) bool { return strings.HasPrefix(p.Name, "the longest list") && p.Bytes == longest }) {
			t.Errorf("%+v: got %s, %v, %v", want, v.Form, v.Parts, err)
		}
	}
}
