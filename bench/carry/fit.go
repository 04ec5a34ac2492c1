package main

import (
	"bufio"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/answers/migrate"
)

// load reads what -dump wrote.
func load(path string) ([]observation, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	var all []observation
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var o observation
		p := &o.pair
		if _, err := fmt.Sscan(lines.Text(), &o.set, &o.with, &o.right, &p.Name, &p.Neighbours, &p.Texts, &p.Share, &p.Known, &p.Confidence); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, lines.Text(), err)
		}
		all = append(all, o)
	}
	return all, nil
}

// loadAll reads what was dumped to the files of a pattern.
func loadAll(pattern string) (all []observation, err error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		list, err := load(f)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// write dumps what is known of pairs.
func write(path string, all []observation) error {
	if path == "" {
		return nil
	}
	var b strings.Builder
	for _, o := range all {
		p := o.pair
		fmt.Fprintln(&b, o.set, o.with, o.right, p.Name, p.Neighbours, p.Texts, p.Share, p.Known, p.Confidence)
	}
	return os.WriteFile(path, []byte(b.String()), 0o666)
}

// fit prints the logistic regressions of all sets, and of all sets except each one, with their reliability on the
// excluded set.
func fit(all []observation) {
	fmt.Printf("\n%-12s %6.2f\n", "all sets", logistic(all))
	var held []observation
	for _, set := range sets(all) {
		rest := slices.DeleteFunc(slices.Clone(all), func(o observation) bool { return o.set == set })
		beta := logistic(rest)
		fmt.Printf("%-12s %6.2f\n", "not "+set, beta)
		for _, o := range all {
			if o.set == set {
				o.pair.Confidence = odds(beta, o.pair)
				held = append(held, o)
			}
		}
	}
	fmt.Println("\nof each set, as the others say:")
	reliability(held)
}

// sets returns the names of the sets.
func sets(all []observation) []string {
	names := map[string]bool{}
	for _, o := range all {
		names[o.set] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// odds returns how likely a pair is right.
func odds(beta []float64, p migrate.Pair) float64 {
	z := 0.0
	for k, x := range p.Evidence() {
		z += beta[k] * x
	}
	return 1 / (1 + math.Exp(-z))
}

// logistic fits by Newton's method. Each set has the same weight with each kind of evidence. Coefficients other
// than the first are pulled to 0 by the weight of a hundredth of a set.
func logistic(all []observation) []float64 {
	size := map[string]float64{}
	for _, o := range all {
		size[o.set+" "+o.with]++
	}
	n := len(all[0].pair.Evidence())
	beta := make([]float64, n)
	for range 30 {
		h, g := make([][]float64, n), make([]float64, n)
		for k := range h {
			h[k] = make([]float64, n)
			if k > 0 {
				h[k][k], g[k] = 0.01, -0.01*beta[k]
			}
		}
		for _, o := range all {
			x, p, w := o.pair.Evidence(), odds(beta, o.pair), weight(o.set)/size[o.set+" "+o.with]
			y := 0.0
			if o.right {
				y = 1
			}
			for a := range x {
				g[a] += w * (y - p) * x[a]
				for b := range x {
					h[a][b] += w * p * (1 - p) * x[a] * x[b]
				}
			}
		}
		for k, step := range solve(h, g) {
			beta[k] += step
		}
	}
	return beta
}

// solve solves h x = g by Gauss and Jordan.
func solve(h [][]float64, g []float64) []float64 {
	for k := range g {
		p := h[k][k]
		for b := range h[k] {
			h[k][b] /= p
		}
		g[k] /= p
		for a := range h {
			if a == k {
				continue
			}
			f := h[a][k]
			for b := range h[a] {
				h[a][b] -= f * h[k][b]
			}
			g[a] -= f * g[k]
		}
	}
	return g
}

// weight returns the weight of a set: a quarter for crawls of different sites.
func weight(set string) float64 {
	if set == "unrelated" {
		return 0.25
	}
	return 1
}
