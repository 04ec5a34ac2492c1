// Command mutants asks what the tests would not notice: it changes the code in one place at a time, in places drawn at
// random, and runs the tests that come by.
//
//	go run ./bench/mutants -n 300 -seed 1 -out /tmp/mutants
//
// All changes are compiled in at once, each behind a switch, through the overlay of the go command, so that no file of
// the module is touched and nothing is compiled per change. A first run of every test binary, and of every test of
// those that take long, notes which switches it comes by; then each change is switched on alone, and those are run, of
// its own package first, until one fails ("killed") or none does ("survived"). A change that no test comes by is "not
// reached". The outcomes are lines of OUT/outcomes.tsv, written as they come; the same command goes on where it was
// stopped.
//
// With -own, a change is tried with the tests of its own package alone.
//
// A survivor may be a change that changes nothing (a buffer of another size). Those are told by reading them, and
// counted apart.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	var t trial
	flag.IntVar(&t.count, "n", 300, "changes to try")
	flag.Uint64Var(&t.seed, "seed", 1, "where the draw of places begins")
	flag.StringVar(&t.out, "out", "", "folder for binaries and outcomes")
	flag.StringVar(&t.only, "only", "", "change these packages alone: patterns such as ./store/..., with commas between them")
	flag.BoolVar(&t.own, "own", false, "run only the tests of the package that a change is in")
	flag.Parse()
	if t.out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: mutants -out FOLDER [-n CHANGES] [-seed N] [-only PACKAGES]")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := t.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1) //nolint:gocritic // nothing is left to stop
	}
}
