//go:build unix

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// agree prints the adjusted Rand index of two files of labels, and how many pages are in clusters that both have.
func agree(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("agree: %d arguments, want 2", len(args))
	}
	a, err := labels(args[0])
	if err != nil {
		return err
	}
	b, err := labels(args[1])
	if err != nil {
		return err
	}
	if len(a) != len(b) {
		return fmt.Errorf("agree: %d labels in %s and %d in %s", len(a), args[0], len(b), args[1])
	}
	ofA, ofB, both := map[int]int{}, map[int]int{}, map[[2]int]int{}
	for u := range a {
		ofA[a[u]]++
		ofB[b[u]]++
		both[[2]int{a[u], b[u]}]++
	}
	same, pairs, pairsA, pairsB := 0, 0.0, 0.0, 0.0
	for ab, k := range both {
		pairs += choose2(k)
		if k == ofA[ab[0]] && k == ofB[ab[1]] {
			same += k
		}
	}
	for _, k := range ofA {
		pairsA += choose2(k)
	}
	for _, k := range ofB {
		pairsB += choose2(k)
	}
	chance := pairsA * pairsB / choose2(len(a))
	index := (pairs - chance) / ((pairsA+pairsB)/2 - chance)
	fmt.Printf("%s: %d clusters, %s: %d clusters, adjusted Rand index %.6f, %d of %d pages in the same cluster\n", args[0], len(ofA), args[1], len(ofB), index, same, len(a))
	return nil
}

func choose2(k int) float64 { return float64(k) * float64(k-1) / 2 }

func labels(name string) ([]int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var of []int
	for line := range strings.Lines(string(text)) {
		c, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		of = append(of, c)
	}
	return of, nil
}
