package main

import (
	"strings"
	"testing"

	"weft/algo/hak"
	"weft/answers/answer"
	"weft/answers/fidelity"
)

// Where all pages tie there is no tau, a weighted one neither.
func TestWeightedTauOfTies(t *testing.T) {
	for _, tied := range []bool{false, true} {
		a := hak.Agreement{Share: 1, Pages: 3, Undefined: tied}
		truth := &fidelity.Truth{Report: &fidelity.Report{}, Matched: 3, Compared: []fidelity.Compared{{Ranking: "x", Shares: []hak.Agreement{a}, Top: a, Weighted: 0}}}
		var b strings.Builder
		answer.Print(&b, truth.Blocks(), flagOf)
		last := b.String()[strings.Index(b.String(), "weighted"):]
		if strings.Contains(last, "all tied") != tied || strings.Contains(last, "0.0000") == tied {
			t.Errorf("all tied: %v; got %q", tied, last)
		}
	}
}
