//go:build unix

// Flow times minimum cuts of the links of docsites, and writes the networks down for other programs.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"weft/algo/flow"
	"weft/graph"
)

// unit is the capacity of a similarity of 1; few is the capacity for networks whose capacities fit into 32 bits.
const (
	unit = 1 << 40
	few  = 1000
)

var (
	data    = flag.String("data", "../shared/data/docsites", "folder of docsites")
	out     = flag.String("out", "", "folder for the networks and our results")
	rounds  = flag.Int("rounds", 3, "how often each cut is found; the median of the processor times counts")
	only    = flag.String("only", "", "cases whose name has this in it")
	profile = flag.String("profile", "", "write a processor profile to this file")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	g, urls, err := read(*data)
	if err != nil {
		return err
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // a profile
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	table, err := os.Create(filepath.Join(*out, "weft.tsv"))
	if err != nil {
		return err
	}
	defer table.Close() //nolint:errcheck // errors of writing are looked at below
	if err := writeArcs(g); err != nil {
		return err
	}
	for _, kind := range kinds(g, urls) {
		if err := writeNumbers(kind.name+".i64", kind.capacity); err != nil {
			return err
		}
		if err := kind.run(g, table); err != nil {
			return err
		}
	}
	return table.Close()
}

// A kind is a way to give links a capacity.
type kind struct {
	name     string
	unit     float64 // the capacity of a similarity of 1
	capacity []int64
	layout   time.Duration
}

func kinds(g *graph.Memory, urls []string) []kind {
	tokens := make([][]string, len(urls))
	for i, u := range urls {
		tokens[i] = strings.FieldsFunc(u, func(r rune) bool { return strings.ContainsRune("/:?=&#", r) })
	}
	var distance []int
	flow.Capacities(g, func(u, v graph.Node) int64 {
		distance = append(distance, edits(tokens[u], tokens[v]))
		return 0
	})
	similar := func(sigma float64, share bool) []int64 {
		i := -1
		return flow.Capacities(g, func(u, _ graph.Node) int64 {
			i++
			c := math.Exp(-float64(distance[i]*distance[i])/(2*sigma*sigma)) * unit
			if share {
				c /= float64(len(g.Succ(u)))
			}
			return max(1, int64(math.Round(c)))
		})
	}
	all := []kind{
		{name: "sigma1.66", capacity: similar(1.66, false)},
		{name: "sigma7.24", capacity: similar(7.24, false)},
		{name: "sigma1.66-outdegree", capacity: similar(1.66, true)},
		{name: "sigma7.24-outdegree", capacity: similar(7.24, true)},
		{name: "constant", capacity: similar(math.Inf(1), false)},
		{name: "outdegree", capacity: similar(math.Inf(1), true)},
	}
	for i := range all {
		all[i].unit = unit
	}
	return append(all, kind{name: "few", unit: few, capacity: flow.Capacities(g, func(_, _ graph.Node) int64 { return few })})
}

// edits is the number of tokens to change, add or leave out.
func edits(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			replace := before
			if a[i] != b[j] {
				replace++
			}
			before = row[j+1]
			row[j+1] = min(replace, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}

func (k *kind) run(g *graph.Memory, table io.Writer) error {
	ctx := context.Background()
	begin := processor()
	n, err := flow.New(ctx, g, k.capacity, graph.Work{})
	if err != nil {
		return err
	}
	k.layout = processor() - begin
	r := rand.New(rand.NewPCG(1, 2))
	for _, seeds := range []int{1, 3, 1000} {
		var sources []graph.Node
		for _, u := range r.Perm(g.NumNodes())[:seeds] {
			sources = append(sources, graph.Node(u))
		}
		if err := writeNumbers(fmt.Sprintf("sources%d.i64", seeds), sources); err != nil {
			return err
		}
		var eps []int64
		for _, e := range []float64{1, 0.2, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 0} {
			eps = append(eps, max(1, int64(math.Round(e*k.unit))))
		}
		for _, e := range slices.Compact(eps) {
			t := flow.Terminals{Sources: sources, Eps: e}
			if err := k.cut(ctx, n, t, table); err != nil {
				return err
			}
		}
		if err := k.sweep(ctx, n, sources); err != nil {
			return err
		}
	}
	return nil
}

func (k *kind) cut(ctx context.Context, n *flow.Network, t flow.Terminals, table io.Writer) error {
	name := fmt.Sprintf("%s\t%d\t%d", k.name, len(t.Sources), t.Eps)
	if !strings.Contains(strings.ReplaceAll(name, "\t", "/"), *only) {
		return nil
	}
	var c *flow.Cut
	var times []time.Duration
	for range *rounds {
		begin := processor()
		var err error
		if c, err = n.MinCut(ctx, t, graph.Work{}); err != nil {
			return err
		}
		times = append(times, processor()-begin)
	}
	slices.Sort(times)
	_, err := fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%.4f\t%.4f\n", name, c.Value, c.MinimalPages, c.MaximalPages, times[len(times)/2].Seconds(), k.layout.Seconds())
	return err
}

// processor returns the processor time of this process so far.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// sweep times 65 cuts at once, and all sides between the first capacity and the last.
func (k *kind) sweep(ctx context.Context, n *flow.Network, sources []graph.Node) error {
	var eps []int64
	for e := k.unit; e >= 1; e /= 1.53 {
		eps = append(eps, int64(e))
	}
	eps = slices.Compact(eps)
	begin := processor()
	l, err := n.Sweep(ctx, flow.Terminals{Sources: sources}, eps, graph.Work{})
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s, %d sources: %d cuts in %.3f s", k.name, len(sources), len(l.Steps), (processor() - begin).Seconds())
	begin = processor()
	l, all, err := n.Sides(ctx, flow.Terminals{Sources: sources}, flow.Between{High: eps[0], Low: eps[len(eps)-1]}, graph.Work{})
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "; %d sides (all: %v) in %.3f s\n", len(l.Steps), all, (processor() - begin).Seconds())
	return nil
}

func writeArcs(g *graph.Memory) error {
	var tails, heads []int64
	for u := range graph.Node(g.NumNodes()) {
		for _, v := range g.Succ(u) {
			tails, heads = append(tails, int64(u)), append(heads, int64(v))
		}
	}
	if err := writeNumbers("tails.i64", tails); err != nil {
		return err
	}
	if err := writeNumbers("pages.i64", []int64{int64(g.NumNodes())}); err != nil {
		return err
	}
	return writeNumbers("heads.i64", heads)
}

func writeNumbers[T ~int64 | ~uint32](name string, numbers []T) error {
	var b bytes.Buffer
	for _, x := range numbers {
		b.Write(binary.LittleEndian.AppendUint64(nil, uint64(x))) //nolint:gosec // none is negative
	}
	return os.WriteFile(filepath.Join(*out, name), b.Bytes(), 0o600)
}

func read(dir string) (*graph.Memory, []string, error) {
	nodes, err := gunzip(filepath.Join(dir, "mid.nodes.tsv.gz"))
	if err != nil {
		return nil, nil, err
	}
	lists, err := gunzip(filepath.Join(dir, "mid.adj.txt.gz"))
	if err != nil {
		return nil, nil, err
	}
	var urls []string
	for _, line := range nodes {
		url, _, _ := strings.Cut(line, "\t")
		urls = append(urls, url)
	}
	var arcs []graph.Arc
	for u, line := range lists {
		v := 0
		for gap := range strings.FieldsSeq(line) {
			x, err := strconv.Atoi(gap)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: line %d: %w", dir, u+1, err)
			}
			v += x
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)}) //nolint:gosec // pages of the list
		}
	}
	return graph.FromArcs(len(urls), arcs), urls, nil
}

func gunzip(name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var lines []string
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	return lines, s.Err()
}
