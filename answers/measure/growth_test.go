package measure

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestParseGrowth(t *testing.T) {
	for text, want := range map[string][]float64{
		"50%": {50}, "0.25%": {0.25}, " 5, 50% ,200% ": {5, 50, 200}, "10000%": {10_000},
		"1..300%": {1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300},
		"0.2..1%": {0.2, 0.3, 0.5, 0.7, 1}, "4%..6%": {4, 5, 6}, "1.4..1.45%": {1.4, 1.45}, "99..100%": {99, 100},
	} {
		if got, err := ParseGrowth(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "%", "x%", "0%", "-5%", "5,5%", "7,5%", "1..%", "..5%", "5..5%", "5..2%", "1..2..3%", "0..5%", "1e-9..5%", "10001%", "NaN%", "Inf%", "1;2%", "5%%", "50", "0.5", "1..300", "50%,100"} {
		if got, err := ParseGrowth(text); err == nil || !strings.Contains(err.Error(), "expected shares") {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
}

// What is drawn is XML, and shows a point for each share of arcs, none for none.
func TestGrowthIsDrawn(t *testing.T) {
	for points, want := range map[int]int{0: 0, 1: 0, 2: 1, 5: 1} {
		g := &Growth{Pages: 50}
		for i := range points {
			g.Points = append(g.Points, GrowthPoint{Percent: float64(i * 10), Count: 50 - i, Largest: 1 + i})
		}
		pictures := g.Plots()
		if len(pictures) != want {
			t.Fatalf("%d points: %d pictures", points, len(pictures))
		}
		for _, p := range pictures {
			d, err := xml.NewDecoder(strings.NewReader(string(p.Sheet.SVG()))), error(nil)
			for err == nil {
				_, err = d.Token()
			}
			if !errors.Is(err, io.EOF) || !strings.Contains(string(p.Sheet.SVG()), "pages in the largest") {
				t.Errorf("%d points: %v, or no key", points, err)
			}
		}
	}
}
