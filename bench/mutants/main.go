// Command mutants finds changes of the code that the tests do not notice. It changes the code in one place at a
// time, in places drawn at random, and runs the tests that reach the place.
//
//	go run ./bench/mutants -n 300 -seed 1 -out /tmp/mutants
//
// All changes are compiled in at once, each behind a switch, through the overlay of the go command. So no file of
// the module is touched and nothing is compiled per change. A first run of every test binary, and of every slow
// test, records the switches that it reaches. Then each change is switched on alone, and the tests that reach it
// are run, tests of its own package first. It is "killed" if one fails, and "survived" if none does. A change that
// no test reaches is "not reached". The outcomes are lines of OUT/outcomes.tsv, written as they come; the same
// command resumes where it was stopped.
//
// With -own, a change is tried with the tests of its own package alone. With -with, only the tests of changed
// packages and of the named ones run: with -with ./cmd/weft, the scripts of the program.
//
// A survivor may be a change without effect (a buffer of another size). Such changes are found by reading, and
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
	flag.StringVar(&t.with, "with", "", "run only the tests of changed packages and of these: patterns such as ./cmd/weft, with commas between them")
	flag.Parse()
	if t.out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: mutants -out FOLDER [-n CHANGES] [-seed N] [-only PACKAGES] [-own | -with PACKAGES]")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := t.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1) //nolint:gocritic // nothing is left to stop
	}
}
