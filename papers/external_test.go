package papers_test

import (
	"context"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/papers"
	"weft/store"
)

// Each figure and claim of the paper has a row, without a crawl those about one have nothing, and whatever is no time
// does not depend on the workers.
func TestRunExternal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "web")
	if err := papers.Make(
		t.Context(),
		path,
		1500,
		papers.Options{Options: answer.Options{Memory: 1 << 30, Seed: 1}},
	); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	run := func(c *store.Crawl, workers int) *papers.ExternalResult {
		t.Helper()
		r, err := papers.RunExternal(context.Background(), c, papers.ExternalOptions{
			Options: answer.Options{
				Memory:  1 << 30,
				Seed:    7,
				Workers: workers,
			},
			Sizes:   []int{1000, 3000},
			Grown:   3000,
			Cliques: 3,
			Samples: 20,
			Scratch: t.TempDir(),
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Times {
			x := &r.Times[i]
			x.Generate, x.Cliques, x.PageRank, x.SCC = 0, 0, 0, 0
		}
		r.Slopes = nil
		return r
	}
	r := run(c, 1)
	if again := run(
		c,
		3,
	); !reflect.DeepEqual(r.Growths, again.Growths) || !reflect.DeepEqual(r.Times, again.Times) ||
		!reflect.DeepEqual(r.Portrait, again.Portrait) {
		t.Error("three workers find other things than one")
	}
	for where, n := range map[string]int{"§1": 1, "§2": 4, "Fig. 1": 1, "Fig. 2": 2, "Fig. 3": 2, "§3": 1, "§4.1": 4, "Fig. 4": 1, "Fig. 5": 1, "Fig. 6": 1, "Fig. 7": 1, "§4.2": 1, "§4.3": 1} {
		found := 0
		for _, row := range r.Rows {
			if first, _, _ := strings.Cut(row.Where, ","); first == where {
				found++
				if small := []string{"Fig. 3", "§3", "§4.3"}; slices.Contains(small, first) && row.Verdict != papers.OtherData {
					t.Errorf("%s: %s of a tiny model: %s", row.Where, row.What, row.Verdict)
				}
				if row.Verdict == papers.NotRun && where != "§2" {
					t.Errorf("%s: %s was not run: %s", row.Where, row.What, row.Ours)
				}
			}
		}
		if found < n {
			t.Errorf("%s: %d rows, want %d", where, found, n)
		}
	}
	if len(r.Times) != 8 || len(r.Growths) != 3 {
		t.Fatalf("%d times and %d growths, want 8 and 3", len(r.Times), len(r.Growths))
	}
	for _, g := range r.Growths[:2] { // what the paper says, of its models
		if last := r.Growths[2]; g.Jump >= last.Jump || g.Points[0].Count != 3000 ||
			last.Points[len(last.Points)-1].Largest < 2000 {
			t.Errorf("%s: the steepest rise is %.3f, that of random links alone %.3f", g.Model, g.Jump, last.Jump)
		}
	}
	if pictures := r.Plots(); len(pictures) != 5 {
		t.Errorf("%d plots, %v, want 5", len(pictures), err)
	}
	for _, row := range run(nil, 2).Rows {
		if strings.HasPrefix(row.Where, "§2") && row.Verdict != papers.NotRun {
			t.Errorf("without a crawl: %s, %s: %s", row.Where, row.What, row.Verdict)
		}
	}
}

func TestExternalOptions(t *testing.T) {
	for _, o := range []papers.ExternalOptions{
		{Sizes: []int{500}},
		{Sizes: []int{3000, 2000}},
		{Sizes: []int{2000, 2000}},
		{Sizes: []int{0, 2000}},
		{Cliques: 11},
		{Grown: -1},
		{Grown: 1000, Percents: []float64{5, 5}},
		{Grown: 1000, Percents: []float64{9, 5}},
		{Grown: 1000, Percents: []float64{0}},
		{Grown: 1000, Percents: []float64{math.NaN()}},
		{Grown: 1000, Percents: []float64{1e9}},
	} {
		if _, err := papers.RunExternal(context.Background(), nil, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}
