// Command order measures in how many bits an arc graphs can be written whose numbers say nothing: it shuffles them, and
// orders them again.
//
//	go run ./bench/order [-rounds 2] [-shuffle=false] [-write BASENAME] BASENAME
//
// With -write it writes the shuffled graph, for other programs, and no more. run.sh has webgraph-rs order the same.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"weft/algo/order"
	"weft/graph"
	"weft/graph/bv"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/internal/usage"
)

func main() {
	rounds := flag.Int("rounds", order.Rounds, "how often")
	shuffle := flag.Bool("shuffle", true, "shuffle the numbers first")
	write := flag.String("write", "", "write the shuffled graph")
	flag.Parse()
	if err := run(flag.Arg(0), *rounds, *shuffle, *write); err != nil {
		fmt.Fprintln(os.Stderr, "order:", err)
		os.Exit(1)
	}
}

func run(base string, rounds int, shuffle bool, write string) error {
	g, err := load(base)
	if err != nil {
		return err
	}
	if err := tell("as it is", g); err != nil {
		return err
	}
	if shuffle {
		perm := make([]graph.Node, g.NumNodes())
		for i, p := range rand.New(rand.NewPCG(1, 2)).Perm(len(perm)) {
			perm[i] = graph.Node(p)
		}
		if g, err = graphtest.Permute(g, perm); err != nil {
			return err
		}
		if write != "" {
			_, err := bv.Write(write, g, bv.Options{})
			return err
		}
		if err := tell("shuffled", g); err != nil {
			return err
		}
	}
	return ordered(g, rounds)
}

func load(base string) (*graph.Memory, error) {
	g, err := bv.Open(base)
	if err != nil {
		return nil, err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	return graph.Load(g)
}

// ordered prints the effect of an order of g, and its cost.
func ordered(g *graph.Memory, rounds int) error {
	in, err := graph.Transpose(g)
	if err != nil {
		return err
	}
	v, err := view.Symmetrised(g, in)
	if err != nil {
		return err
	}
	both, err := graph.Load(v)
	if err != nil {
		return err
	}
	var l *order.Layering
	cost, err := usage.Time(func() error {
		l, err = order.Layered(context.Background(), both, order.Options{Rounds: rounds})
		return err
	})
	if err != nil {
		return err
	}
	p, err := view.Permuted(g, l.Nodes, l.Numbers)
	if err != nil {
		return err
	}
	fmt.Printf("%d rounds: %.1f s of CPU, %.1f s\n", rounds, cost.CPU.Seconds(), cost.Wall.Round(time.Millisecond).Seconds())
	return tell("ordered", p)
}

// tell prints the bits an arc of a graph and of its transpose.
func tell(what string, g graph.Graph) error {
	back, err := graph.Transpose(g)
	if err != nil {
		return err
	}
	a, err1 := bits(g)
	b, err2 := bits(back)
	fmt.Printf("%-10s %.3f bits an arc, transpose %.3f\n", what, a, b)
	return errors.Join(err1, err2)
}

func bits(g graph.Graph) (float64, error) {
	w, err := bv.NewWriter(io.Discard, io.Discard, bv.Options{})
	if err != nil {
		return 0, err
	}
	if err := graph.EachList(g, graph.Everything(g), func(_ graph.Node, succ []graph.Node) { err = errors.Join(err, w.Append(succ)) }); err != nil {
		return 0, err
	}
	st, err2 := w.Finish()
	return st.BitsPerArc(), errors.Join(err, err2)
}
