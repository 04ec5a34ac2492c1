package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// reliability prints, for each set, the share of correct pairs by confidence.
func reliability(all []observation) {
	if len(all) == 0 {
		return
	}
	sets := map[string][]observation{}
	for _, o := range all {
		sets[o.set+" "+o.with] = append(sets[o.set+" "+o.with], o)
	}
	fmt.Printf("\n%-22s", "confidence")
	for b := range 10 {
		fmt.Printf("  %4.1f–%.1f", float64(b)/10, float64(b+1)/10)
	}
	fmt.Printf("  %8s  %6s\n", "Brier", "error")
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		line(set, sets[set])
	}
	line("all", all)
}

// line prints a row: the number of pairs, the percentage of correct ones, the Brier score, and the mean difference
// of shares and confidences over all pairs.
func line(set string, list []observation) {
	var n, right [10]int
	var sure [10]float64
	brier := 0.0
	for _, o := range list {
		b := min(9, int(10*o.pair.Confidence))
		n[b]++
		sure[b] += o.pair.Confidence
		truth := 0.0
		if o.right {
			right[b]++
			truth = 1
		}
		brier += (o.pair.Confidence - truth) * (o.pair.Confidence - truth)
	}
	fmt.Printf("%-22s", set)
	wrong := 0.0
	for b := range n {
		if n[b] == 0 {
			fmt.Printf("  %8s", "")
			continue
		}
		fmt.Printf("  %4d:%2.0f%%", n[b], 100*float64(right[b])/float64(n[b]))
		wrong += math.Abs(sure[b] - float64(right[b]))
	}
	fmt.Printf("  %8.3f  %6.3f\n", brier/float64(len(list)), wrong/float64(len(list)))
}
