package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
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

// Lists are unpacked for those who read them often, where the budget has no room for them; not of small graphs, and not where it costs more than half of the machine's memory.
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

// A bare graph without a transpose is turned round in scratch files, and both directions are right; also where the lists need the files and the arrays do not.
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
