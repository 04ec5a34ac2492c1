package bv_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bitcode"
	"weft/graph/bv"
	"weft/graph/graphtest"
)

// someCode draws a code, unary last; numbers in a record can be too large for unary codes where only few are wanted.
func someCode(r *rand.Rand, o *bv.Options) bitcode.Code {
	kinds := []bitcode.Kind{
		bitcode.Gamma, bitcode.Delta, bitcode.Zeta, bitcode.Golomb, bitcode.SkewedGolomb, bitcode.Nibble, bitcode.Omega,
		bitcode.Pi, bitcode.Unary,
	}
	c := bitcode.Code{Kind: kinds[r.IntN(len(kinds))]}
	switch c.Kind {
	case bitcode.Zeta:
		c.K = uint32(1 + r.IntN(bitcode.MaxZetaK))
	case bitcode.Golomb, bitcode.SkewedGolomb:
		c.K = uint32(o.ZetaK)
	case bitcode.Pi:
		c.K = uint32(r.IntN(6))
	}
	return c
}

// someOptions draws parameters and codes of all kinds, in either order of bits.
func someOptions(r *rand.Rand) bv.Options {
	o := bv.Options{
		Window: r.IntN(12) - 1, MaxRef: r.IntN(6) - 1, MinInterval: r.IntN(6) - 1, ZetaK: 1 + r.IntN(20), LittleEndian: r.IntN(2) == 0,
	}
	c := &o.Codes
	for _, field := range []*bitcode.Code{&c.Outdegree, &c.Reference, &c.BlockCount, &c.Block, &c.Interval, &c.Residual, &c.Offset} {
		if r.IntN(3) > 0 {
			*field = someCode(r, &o)
		}
	}
	return o
}

func TestDialectsOfOurOwn(t *testing.T) {
	for seed := range uint64(600) {
		o := someOptions(rand.New(rand.NewPCG(seed, 41)))
		g := graphtest.Random(seed % 50)
		graphtest.Run(t, compressed(t, g, o, true), g)
		graphtest.Run(t, compressed(t, g, o, true).Coarse(), g)
		graphtest.Run(t, compressed(t, g, o, false), g)
		if t.Failed() {
			t.Fatalf("seed %d, options %+v", seed, o)
		}
	}
}

// What properties say is what was asked for: the codes that decide are found again, in whichever dialect they are told.
func TestFlagsOfWriter(t *testing.T) {
	for seed := range uint64(2000) {
		o := someOptions(rand.New(rand.NewPCG(seed, 42)))
		var b bytes.Buffer
		if err := bv.WriteProperties(&b, bv.Stats{}, o); err != nil {
			t.Fatal(err)
		}
		p, err := bv.ParseProperties(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, b.String())
		}
		o.SetDefaults()
		p.Options.ZetaK = o.ZetaK // not told in version 1, where each code has its own
		if p.Options != o {
			t.Fatalf("seed %d: got %+v, want %+v\n%s", seed, p.Options, o, b.String())
		}
	}
}

func TestParseFlags(t *testing.T) {
	delta, gamma, unary := bitcode.Code{Kind: bitcode.Delta}, bitcode.Code{Kind: bitcode.Gamma}, bitcode.Code{Kind: bitcode.Unary}
	zeta := func(k uint32) bitcode.Code { return bitcode.Code{Kind: bitcode.Zeta, K: k} }
	for _, c := range []struct {
		flags string
		want  bv.Codes
	}{
		{"", bv.Codes{}},
		{"BLOCKS_DELTA | RESIDUALS_DELTA | OFFSETS_DELTA", bv.Codes{Block: delta, Residual: delta, Offset: delta}}, // Java
		{"RESIDUALS_ZETA|REFERENCES_GAMMA", bv.Codes{Residual: zeta(5), Reference: gamma}},
		{"RESIDUALS_ZETA2|INTERVALS_ZETA7", bv.Codes{Residual: zeta(2), Interval: zeta(7)}}, // Rust
		{"BLOCK_COUNT_UNARY", bv.Codes{BlockCount: unary}},
		{"RESIDUALS_SKEWED_GOLOMB", bv.Codes{Residual: bitcode.Code{Kind: bitcode.SkewedGolomb, K: 5}}},
		{"outdegrees_pi4", bv.Codes{Outdegree: bitcode.Code{Kind: bitcode.Pi, K: 4}}},
	} {
		if got, err := bv.ParseCodes(c.flags, 5); err != nil || got != c.want {
			t.Errorf("%q: got %+v, %v, want %+v", c.flags, got, err, c.want)
		}
	}
}

// BLOCKS means the number of blocks too in files of webgraph-rs, which have a key that Java's have not.
func TestBlocksOfJavaAndRust(t *testing.T) {
	const text = "graphclass=it.unimi.dsi.webgraph.BVGraph\nnodes=3\narcs=2\nwindowsize=7\nminintervallength=4\ncompressionflags=BLOCKS_DELTA\n"
	for _, c := range []struct {
		text string
		want bitcode.Kind
	}{
		{text + "version=0\n", bitcode.Gamma},
		{text + "version=0\nendianness=big\n", bitcode.Delta},
		{text + "version=1\nendianness=little\n", bitcode.Delta},
	} {
		p, err := bv.ParseProperties(strings.NewReader(c.text))
		if err != nil || p.Options.Codes.BlockCount.Kind != c.want {
			t.Errorf("%s: got %+v, %v", c.text, p.Options.Codes, err)
		}
	}
}

func TestCodesThatCannotBe(t *testing.T) {
	for _, o := range []bv.Options{
		{Codes: bv.Codes{Residual: bitcode.Code{Kind: bitcode.Zeta, K: 40}}},
		{Codes: bv.Codes{Outdegree: bitcode.Code{Kind: bitcode.Pi, K: 6}}},
		{Codes: bv.Codes{Residual: bitcode.Code{Kind: bitcode.Golomb, K: 4}}}, // not ZetaK
		{Codes: bv.Codes{Residual: bitcode.Code{Kind: 77}}},
	} {
		if _, err := bv.NewWriter(&bytes.Buffer{}, &bytes.Buffer{}, o); err == nil {
			t.Errorf("%+v is taken", o.Codes)
		}
	}
}

func ExampleParseCodes() {
	var o bv.Options
	var err error
	if o.Codes, err = bv.ParseCodes("OUTDEGREES_DELTA|RESIDUALS_PI2", 3); err != nil {
		fmt.Println(err)
		return
	}
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}})
	var data, offsets bytes.Buffer
	w, err := bv.NewWriter(&data, &offsets, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	for u := range 3 {
		if err := w.Append(g.Succ(graph.Node(u))); err != nil {
			fmt.Println(err)
			return
		}
	}
	st, err := w.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(st.Arcs, "arcs in", st.Bits, "bits")
	// Output: 3 arcs in 24 bits
}

// plain is the graph of testdata.
func plain() *graph.Memory { return graphtest.Random(25) }

// The graphs of testdata were written by WebGraph 3.6.12 in Java and by webgraph-cli 0.5.0 in Rust: see
// bench/interop/testdata.sh for the commands. We find the same arcs, with their offsets and without, and write the same
// bytes with the options that their properties tell.
func TestDialectsOfOthers(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*"+bv.PropertiesExt))
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d graphs in testdata, %v", len(paths), err)
	}
	for _, path := range paths {
		base := strings.TrimSuffix(path, bv.PropertiesExt)
		t.Run(filepath.Base(base), func(t *testing.T) {
			g, err := bv.Open(base)
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			graphtest.Run(t, g, plain())
			data, err := os.ReadFile(base + bv.GraphExt)
			if err != nil {
				t.Fatal(err)
			}
			without, err := bv.New(g.Properties(), data, nil)
			if err != nil {
				t.Fatal(err)
			}
			graphtest.Run(t, without, plain())
			again := filepath.Join(t.TempDir(), "again")
			if _, err := bv.Write(again, g, g.Properties().Options); err != nil {
				t.Fatal(err)
			}
			for _, ext := range []string{bv.GraphExt, bv.OffsetsExt} {
				sameBytes(t, again+ext, base+ext)
			}
		})
	}
}

// sameBytes compares two files but for zeros at their ends.
func sameBytes(t *testing.T, ours, theirs string) {
	t.Helper()
	a, errA := os.ReadFile(ours)
	b, errB := os.ReadFile(theirs)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !bytes.Equal(bytes.TrimRight(a, "\x00"), bytes.TrimRight(b, "\x00")) {
		t.Errorf("%s: %d bytes differ from the %d of %s", ours, len(a), len(b), theirs)
	}
}

func TestPlainIsAsWritten(t *testing.T) {
	base := filepath.Join(t.TempDir(), "plain")
	if _, err := bv.Write(base, plain(), bv.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, ext := range []string{bv.GraphExt, bv.OffsetsExt, bv.PropertiesExt} {
		sameBytes(t, base+ext, filepath.Join("testdata", "plain"+ext))
	}
}
