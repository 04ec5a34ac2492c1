package bv_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/shared"
	"weft/internal/splitmix"
)

// compressed returns g written and opened again, from memory.
func compressed(t testing.TB, g graph.Graph, o bv.Options, withOffsets bool) *bv.Graph {
	t.Helper()
	props, data, offsets := bvtest.Encode(t, g, o)
	if !withOffsets {
		offsets = nil
	}
	c, err := bv.New(props, data, offsets)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRandomGraphs(t *testing.T) {
	variants := []bv.Options{
		{},
		{Window: bv.NoWindow},
		{MaxRef: bv.Unlimited},
		{MinInterval: 1},
		{MinInterval: bv.NoIntervals},
		{MinInterval: 2, ZetaK: 5},
		{Window: 1, MaxRef: 1},
		{Window: 40, MaxRef: 20, ZetaK: 1},
	}
	for seed := range uint64(400) {
		g := graphtest.Random(seed)
		o := variants[seed%uint64(len(variants))]
		c := compressed(t, g, o, true)
		graphtest.Run(t, c, g)
		graphtest.Run(t, c.Coarse(), g)
		graphtest.Run(t, c.Coarse().Fine(), g)
		graphtest.Run(t, compressed(t, g, o, false).Coarse(), g)
		graphtest.Run(t, compressed(t, g, o, false), g)
		if t.Failed() {
			t.Fatalf("seed %d, options %+v", seed, o)
		}
	}
}

// TestAgainstSlowDecoder reads what was written with a decoder that follows the text of the format, bit by bit.
func TestAgainstSlowDecoder(t *testing.T) {
	for seed := range uint64(200) {
		g := graphtest.Random(seed)
		_, data, _ := bvtest.Encode(t, g, bv.Options{})
		for u, list := range slowDecode(data, g.NumNodes(), 4, 3) {
			if !slices.Equal(list, g.Succ(graph.Node(u))) {
				t.Fatalf("seed %d, node %d: got %v, want %v", seed, u, list, g.Succ(graph.Node(u)))
			}
		}
	}
}

type slowBits struct {
	data []byte
	pos  int
}

func (b *slowBits) bit() int {
	v := int(b.data[b.pos/8]>>(7-b.pos%8)) & 1
	b.pos++
	return v
}

func (b *slowBits) unary() (x int) {
	for b.bit() == 0 {
		x++
	}
	return x
}

func (b *slowBits) low(n int) (x int) {
	for range n {
		x = x<<1 | b.bit()
	}
	return x
}

func (b *slowBits) gamma() int { n := b.unary(); return 1<<n + b.low(n) - 1 }

func (b *slowBits) zeta(k int) int {
	h := b.unary()
	m := b.low(h*k + k - 1)
	if m < 1<<(h*k) {
		return m + 1<<(h*k) - 1
	}
	return 2*m + b.bit() - 1
}

func slowSigned(n int) int {
	if n%2 == 0 {
		return n / 2
	}
	return -(n + 1) / 2
}

func slowDecode(data []byte, n, minInterval, k int) [][]graph.Node {
	b := &slowBits{data: data}
	lists := make([][]graph.Node, n)
	for x := range n {
		degree := b.gamma()
		if degree == 0 {
			continue
		}
		var list []graph.Node
		if r := b.unary(); r > 0 {
			rest := lists[x-r]
			count := b.gamma()
			for i := range count {
				length := b.gamma() + min(i, 1)
				if i%2 == 0 {
					list = append(list, rest[:length]...)
				}
				rest = rest[length:]
			}
			if count%2 == 0 {
				list = append(list, rest...)
			}
		}
		if len(list) < degree {
			end := 0
			for i := range b.gamma() {
				left := end + 1 + b.gamma()
				if i == 0 {
					left = x + slowSigned(left-end-1)
				}
				length := b.gamma() + minInterval
				for v := left; v < left+length; v++ {
					list = append(list, graph.Node(v))
				}
				end = left + length
			}
		}
		prev, first := 0, true
		for len(list) < degree {
			v := b.zeta(k)
			if first {
				prev, first = x+slowSigned(v), false
			} else {
				prev += v + 1
			}
			list = append(list, graph.Node(prev))
		}
		slices.Sort(list)
		lists[x] = list
	}
	return lists
}

type sums struct{ linear, mixed uint64 }

func checksums(t testing.TB, g graph.Graph) (s sums) {
	t.Helper()
	c := g.Scan(graph.Everything(g))
	for c.Next() {
		for _, v := range c.Succ() {
			s.linear += 31*uint64(c.Node()) + uint64(v)
			s.mixed += splitmix.Mix((uint64(c.Node())<<32 | uint64(v)) + splitmix.Golden)
		}
	}
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

// The sums were computed from the decoded arcs by other programs: see the README of the data.
func TestCNR2000(t *testing.T) {
	g := bvtest.Open(t, "cnr-2000", "cnr-2000.graph")
	if got, want := checksums(t, g), (sums{18007747643733, 13318940142356685545}); got != want {
		t.Errorf("got sums %v, want %v", got, want)
	}
	tr := bvtest.Open(t, "cnr-2000", "cnr-2000-t.graph")
	if got := checksums(t, tr).linear; got != 18037899355083 {
		t.Errorf("transpose: got sum %d, want 18037899355083", got)
	}
	want, err := graph.Load(g)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.Run(t, g, want)
	turned, err := graph.Transpose(tr)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.Run(t, turned, want)
}

// The numbering of the Java files equals the published text.
func TestJavaCNR2000(t *testing.T) {
	g := bvtest.Open(t, "cnr-2000", "java-cnr-2000.graph")
	if got := checksums(t, g).linear; got != 19817542474059 {
		t.Errorf("got sum %d, want 19817542474059", got)
	}
	text := shared.Gunzip(t, "cnr-2000", "cnr-2000.graph-txt.gz")
	lines := strings.Split(text, "\n")[1:]
	c := g.Scan(graph.Everything(g))
	for u, succ := range graph.Lists(c) {
		want := strings.TrimSpace(lines[u])
		if got := strings.Trim(fmt.Sprint(succ), "[]"); got != want {
			t.Fatalf("node %d: got %s, want %s", u, got, want)
		}
	}
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
}

// Published files were written by WebGraph in Java: writing the same arcs with the same options gives the same bytes.
func TestBytesOfWebGraph(t *testing.T) {
	for _, c := range []struct {
		path []string
		o    bv.Options
	}{
		{[]string{"cnr-2000", "cnr-2000"}, bv.Options{}},
		{[]string{"cnr-2000", "cnr-2000-t"}, bv.Options{}},
		{[]string{"cnr-2000", "java-cnr-2000"}, bv.Options{MinInterval: 3}},
		{[]string{"harvard500", "harvard500"}, bv.Options{MinInterval: 3}},
		{[]string{"wb-cs-stanford", "wb-cs.stanford"}, bv.Options{MinInterval: 3}},
	} {
		g := bvtest.Open(t, slices.Concat(c.path[:len(c.path)-1], []string{c.path[len(c.path)-1] + bv.GraphExt})...)
		base := filepath.Join(t.TempDir(), "again")
		if _, err := bv.Write(base, g, c.o); err != nil {
			t.Fatal(err)
		}
		for _, ext := range []string{bv.GraphExt, bv.OffsetsExt} {
			published, err := os.ReadFile(filepath.Join(append([]string{shared.Dir(t)}, c.path...)...) + ext)
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			ours, err := os.ReadFile(base + ext)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(bytes.TrimRight(ours, "\x00"), bytes.TrimRight(published, "\x00")) {
				t.Errorf("%s%s: %d bytes differ from the %d published ones", c.path[1], ext, len(ours), len(published))
			}
		}
	}
}

// The published properties of cnr-2000 hold the statistics that WebGraph computed.
func TestStatisticsOfWebGraph(t *testing.T) {
	g := bvtest.Open(t, "cnr-2000", "cnr-2000.graph")
	base := filepath.Join(t.TempDir(), "again")
	if _, err := bv.Write(base, g, bv.Options{}); err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile(base + bv.PropertiesExt)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"compratio=0.176", "avgref=1.311", "avgdist=1.640", "bitsperlink=2.897", "bitspernode=28.624", "copiedarcs=2195145",
		"intervalisedarcs=443657", "residualarcs=577350", "bitsforoutdegrees=1660205", "bitsforreferences=781540",
		"bitsforblocks=1353080", "bitsforintervals=829187", "bitsforresiduals=4694729",
	} {
		if !strings.Contains(string(ours), "\n"+line+"\n") {
			t.Errorf("the properties lack %s:\n%s", line, ours)
		}
	}
}

func TestSMATEqualsBVGraph(t *testing.T) {
	g := bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph")
	text, err := os.ReadFile(shared.File(t, "wb-cs-stanford", "wb-cs.stanford.smat"))
	if err != nil {
		t.Fatal(err)
	}
	var arcs []graph.Arc
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		var u, v, w int
		if _, err := fmt.Sscan(line, &u, &v, &w); err != nil {
			t.Fatal(err)
		}
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
	}
	graphtest.Run(t, g, graph.FromArcs(g.NumNodes(), arcs))
}

func ExampleWrite() {
	dir, err := os.MkdirTemp("", "bv")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}})
	if _, err := bv.Write(filepath.Join(dir, "g"), g, bv.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	c, err := bv.Open(filepath.Join(dir, "g"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	fmt.Println(c.AppendSucc(nil, 0))
	// Output: [1 2] <nil>
}
