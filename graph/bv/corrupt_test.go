package bv_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
)

// readAll reads g in every way. Whatever it holds, lists keep their promises.
func readAll(g *bv.Graph) error {
	n := g.NumNodes()
	check := func(u int, list []graph.Node) error {
		for i, v := range list {
			if int(v) >= n || i > 0 && v <= list[i-1] {
				return fmt.Errorf("BROKEN PROMISE: node %d has successors %v", u, list)
			}
		}
		return nil
	}
	c := g.Scan(graph.Everything(g))
	for u, list := range graph.Lists(c) {
		if err := check(int(u), list); err != nil {
			return err
		}
	}
	first := c.Err()
	for u := range n {
		list, err := g.AppendSucc(nil, graph.Node(u))
		if first == nil {
			first = err
		}
		if err := check(u, list); err != nil {
			return err
		}
		g.ArcsBefore(u)
	}
	return first
}

// files are what a graph is on disk.
type files struct{ properties, data, offsets []byte }

func readFiles(t *testing.T, base string) (f files) {
	t.Helper()
	for ext, into := range map[string]*[]byte{bv.PropertiesExt: &f.properties, bv.GraphExt: &f.data, bv.OffsetsExt: &f.offsets} {
		var err error
		if *into, err = os.ReadFile(base + ext); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// arcs reads the graph in every way, by a coarse index if so.
func (f files) arcs(coarse bool) (*graph.Memory, error) {
	props, err := bv.ParseProperties(bytes.NewReader(f.properties))
	if err != nil {
		return nil, err
	}
	g, err := bv.New(props, f.data, f.offsets)
	if err != nil {
		return nil, err
	}
	if coarse {
		g = g.Coarse()
	}
	if err := readAll(g); err != nil {
		return nil, err
	}
	return graph.Load(g)
}

// eachFlip calls f with every byte of every file changed in turn: in each of its bits, and in all of them.
func (f files) eachFlip(visit func(file, at int, mask byte)) {
	for i, file := range [][]byte{f.properties, f.data, f.offsets} {
		for at := range file {
			for _, mask := range []byte{1, 2, 4, 8, 16, 32, 64, 128, 255} {
				file[at] ^= mask
				visit(i, at, mask)
				file[at] ^= mask
			}
		}
	}
}

func equal(a, b *graph.Memory) bool {
	if a.NumNodes() != b.NumNodes() || a.NumArcs() != b.NumArcs() {
		return false
	}
	for u := range a.NumNodes() {
		if !slices.Equal(a.Succ(graph.Node(u)), b.Succ(graph.Node(u))) {
			return false
		}
	}
	return true
}

// A changed byte in a graph that we wrote gives an error, or else the right arcs.
func TestFlippedBytesOfOurOwn(t *testing.T) {
	for seed := range uint64(4) {
		o := someOptions(rand.New(rand.NewPCG(seed, 43)))
		if seed == 0 {
			o = bv.Options{}
		}
		want := graphtest.Random(seed + 3)
		base := filepath.Join(t.TempDir(), "g")
		if _, err := bv.Write(base, want, o); err != nil {
			t.Fatal(err)
		}
		f := readFiles(t, base)
		f.eachFlip(func(file, at int, mask byte) {
			if got, err := f.arcs(at%2 == 0); err == nil && !equal(got, want) {
				t.Fatalf("seed %d, file %d, byte %d, mask %x: other arcs and no error", seed, file, at, mask)
			}
		})
	}
}

// Without checksums, as in the files of others, a changed byte may give another graph, which keeps its promises; or an
// error. Neither takes much memory.
func TestFlippedBytesOfOthers(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*"+bv.PropertiesExt))
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d graphs in testdata, %v", len(paths), err)
	}
	for i, path := range paths {
		f := readFiles(t, strings.TrimSuffix(path, bv.PropertiesExt))
		f.properties = regexp.MustCompile("(?m)^(crc32c|avg.*|succ.*|res.*|bits.*)=.*\n").ReplaceAll(f.properties, nil)
		errs, flips := 0, 0
		f.eachFlip(func(file, at int, mask byte) {
			if (at+int(mask))%8 != i%8 { // an eighth of them, for time
				return
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := f.arcs(at%2 == 0)
			runtime.ReadMemStats(&after)
			if err != nil && strings.Contains(err.Error(), "BROKEN") {
				t.Fatalf("%s, file %d, byte %d, mask %x: %v", path, file, at, mask, err)
			}
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 8<<20 {
				t.Fatalf("%s, file %d, byte %d, mask %x: %d bytes allocated", path, file, at, mask, bytes)
			}
			if flips++; err != nil {
				errs++
			}
		})
		if errs*2 < flips {
			t.Errorf("%s: %d of %d changes give an error", path, errs, flips)
		}
	}
}

func TestTruncated(t *testing.T) {
	g := graphtest.Random(7)
	props, data, offsets := bvtest.Encode(t, g, bv.Options{})
	for n := range len(data) - 8 {
		c, err := bv.New(props, data[:n], offsets)
		if err == nil {
			err = readAll(c)
		}
		if !errors.Is(err, bv.ErrCorrupt) {
			t.Fatalf("%d of %d bytes: got %v, want an error that says the data is corrupt", n, len(data), err)
		}
	}
}

func TestBadProperties(t *testing.T) {
	good := "graphclass=it.unimi.dsi.webgraph.BVGraph\nversion=0\nnodes=3\narcs=2\nwindowsize=7\nminintervallength=4\nzetak=3\n"
	if _, err := bv.ParseProperties(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"nodes=3", "nodes=-3", `"-3"`},
		{"nodes=3", "nodes=99999999999", "want a number"},
		{"nodes=3\n", "", `no property "nodes"`},
		{"arcs=2", "arcs=two", `"two"`},
		{"BVGraph", "ASCIIGraph", "ASCIIGraph"},
		{"version=0", "version=7", `"7"`},
		{"zetak=3", "zetak=32", "ZETA of RESIDUALS has parameter 32"},
		{"zetak=3", "zetak=3\nendianness=middle", "middle"},
		{"zetak=3", "compressionflags=RESIDUALS_ZETA77", "parameter 77"},
		{"zetak=3", "compressionflags=RESIDUALS_ZETA0", `"ZETA0"`},
		{"zetak=3", "compressionflags=RESIDUALS_PI6", "parameter 6"},
		{"zetak=3", "compressionflags=RESIDUALS_PI", `"PI"`},
		{"zetak=3", "compressionflags=RESIDUALS_DELTA2", "DELTA2"},
		{"zetak=3", "compressionflags=RESIDUALS_FOO", "FOO"},
		{"zetak=3", "compressionflags=COLOUR_DELTA", "COLOUR"},
		{good, strings.Repeat("x", 2<<20), "more than"},
		{good, "\x1f\x8b\x08\x00", "graphclass"},
	} {
		_, err := bv.ParseProperties(strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: got error %v, want one that tells %s", c.new, c.old, err, c.want)
		}
	}
}

func TestMaxRefOfOtherPrograms(t *testing.T) {
	for text, want := range map[string]int{"-1": bv.Unlimited, "18446744073709551615": bv.Unlimited, "7": 7} {
		p, err := bv.ParseProperties(strings.NewReader("graphclass=BVGraph\nnodes=3\narcs=2\nwindowsize=7\nminintervallength=1\nzetak=3\nmaxrefcount=" + text))
		if err != nil || p.Options.MaxRef != want {
			t.Errorf("%s: got %d, %v; want %d", text, p.Options.MaxRef, err, want)
		}
	}
}

func FuzzGraph(f *testing.F) {
	for seed := range uint64(4) {
		props, data, offsets := bvtest.Encode(f, graphtest.Random(seed+1), bv.Options{})
		f.Add(uint16(props.Nodes), uint16(props.Arcs), uint64(0), data, offsets)
		f.Add(uint16(props.Nodes), uint16(props.Arcs), uint64(0), data, []byte{})
		props, data, offsets = bvtest.Encode(f, withNodes(rand.New(rand.NewPCG(seed, 44)), 150), bv.Options{})
		f.Add(uint16(props.Nodes), uint16(props.Arcs), uint64(0), data, offsets)
		o := someOptions(rand.New(rand.NewPCG(seed+1, 44)))
		props, data, offsets = bvtest.Encode(f, graphtest.Random(seed+1), o)
		f.Add(uint16(props.Nodes), uint16(props.Arcs), seed+1, data, offsets)
	}
	f.Fuzz(func(t *testing.T, nodes, arcs uint16, dialect uint64, data, offsets []byte) {
		if len(data) > 1<<12 {
			return
		}
		p := bv.Properties{Nodes: int(nodes), Arcs: int64(arcs), Length: -1}
		if dialect > 0 {
			p.Options = someOptions(rand.New(rand.NewPCG(dialect, 44)))
		}
		g, err := bv.New(p, data, offsets)
		if err != nil {
			return
		}
		if nodes <= 300 {
			if got, want := told(g.Coarse()), told(g); got != want {
				t.Fatalf("a coarse index tells\n%s, one of all nodes\n%s", got, want)
			}
		}
		if err := readAll(g); err != nil {
			if !errors.Is(err, bv.ErrCorrupt) {
				t.Fatal(err)
			}
			return
		}
		want, err := graph.Load(g)
		if err != nil {
			t.Fatal(err)
		}
		again := compressed(t, want, p.Options, true)
		graphtest.Run(t, again, want)
	})
}

func FuzzProperties(f *testing.F) {
	f.Add([]byte("graphclass=it.unimi.dsi.webgraph.BVGraph\nnodes=3\narcs=2\nwindowsize=7\nminintervallength=4\nzetak=3\n"))
	f.Add([]byte("#c\nnodes:3\ncompressionflags=RESIDUALS_DELTA | A_B"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := bv.ParseProperties(bytes.NewReader(text))
		if err == nil && (p.Nodes < 0 || p.Arcs < 0) {
			t.Fatalf("got %+v", p)
		}
	})
}

func TestEmptyGraphs(t *testing.T) {
	for n := range 3 {
		g := graph.FromArcs(n, nil)
		c := compressed(t, g, bv.Options{}, true)
		graphtest.Run(t, c, g)
		if got := slices.Collect(func(yield func(graph.Range) bool) {
			for _, r := range graph.Parts(c) {
				if !yield(r) {
					return
				}
			}
		}); len(got) != min(n, 1) {
			t.Errorf("%d nodes: parts %v", n, got)
		}
	}
}
