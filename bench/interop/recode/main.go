// Command recode rewrites a BVGraph with other parameters and codes, or prints its arcs from lists in random
// order.
//
//	go run ./bench/interop/recode [-window 7] [-max-ref 3] [-min-interval 4] [-zeta-k 3] [-codes FIELD_CODE|…] [-little] [-dense] FROM TO
//	go run ./bench/interop/recode -lists BASENAME
//
// A window, chain or interval of −1 means none, a chain of 0 the default, one of 2147483647 unlimited.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"weft/graph"
	"weft/graph/bv"
)

func main() {
	var o bv.Options
	flag.IntVar(&o.Window, "window", 0, "lists that a list can refer to")
	flag.IntVar(&o.MaxRef, "max-ref", 0, "references in a chain")
	flag.IntVar(&o.MinInterval, "min-interval", 0, "least length of an interval")
	flag.IntVar(&o.ZetaK, "zeta-k", 3, "parameter of ζ and Golomb codes")
	flag.BoolVar(&o.LittleEndian, "little", false, "little-endian bits")
	flag.BoolVar(&o.Dense, "dense", false, "better references")
	codes := flag.String("codes", "", "compression flags")
	lists := flag.Bool("lists", false, "print arcs instead")
	flag.Parse()
	err := usage(flag.NArg(), *lists)
	if err == nil && *lists {
		err = printLists(flag.Arg(0))
	} else if err == nil {
		if o.Codes, err = bv.ParseCodes(*codes, o.ZetaK); err == nil {
			err = recode(flag.Arg(0), flag.Arg(1), o)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func usage(arguments int, lists bool) error {
	if lists && arguments != 1 || !lists && arguments != 2 {
		return fmt.Errorf("usage: recode [FLAGS] FROM TO, or recode -lists BASENAME")
	}
	return nil
}

func recode(from, to string, o bv.Options) error {
	g, err := bv.Open(from)
	if err != nil {
		return err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	_, err = bv.Write(to, g, o)
	return err
}

// printLists prints the arcs of each node, read singly, in random order.
func printLists(basename string) error {
	g, err := bv.Open(basename)
	if err != nil {
		return err
	}
	defer g.Close() //nolint:errcheck // nothing was written
	out := bufio.NewWriter(os.Stdout)
	var list []graph.Node
	for _, u := range rand.New(rand.NewPCG(1, 1)).Perm(g.NumNodes()) {
		if list, err = g.AppendSucc(list[:0], graph.Node(u)); err != nil {
			return err
		}
		for _, v := range list {
			if _, err := fmt.Fprintf(out, "%d\t%d\n", u, v); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
