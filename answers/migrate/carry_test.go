package migrate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"weft/answers/migrate"
	"weft/answers/migrate/migratetest"
	"weft/graph"
	"weft/internal/mem"
	"weft/internal/shared"
)

// hollins returns a crawl of a university of 2004, with names.
func hollins(t testing.TB) (*graph.Memory, []string) {
	t.Helper()
	text, err := os.ReadFile(shared.File(t, "hollins", "hollins.dat"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	var n, m int
	if _, err := fmt.Sscan(lines[0], &n, &m); err != nil {
		t.Fatal(err)
	}
	names := make([]string, n)
	for i, line := range lines[1 : n+1] {
		names[i] = strings.Fields(line)[1]
	}
	var arcs []graph.Arc
	for _, line := range lines[n+1:] {
		var u, v int
		if _, err := fmt.Sscan(line, &u, &v); err != nil {
			t.Fatal(err)
		}
		arcs = append(arcs, graph.Arc{From: graph.Node(u - 1), To: graph.Node(v - 1)})
	}
	return graph.FromArcs(n, arcs), names
}

// made returns a Web of directories: each has an index that links to all of its pages, and pages link to some others.
func made() (*graph.Memory, []string) {
	var names []string
	var arcs []graph.Arc
	for d := range 30 {
		first := graph.Node(len(names))
		for p := range 12 {
			u := graph.Node(len(names))
			names = append(names, fmt.Sprintf("http://h%d.example/area%d/page%d.html", d%3, d, p*p+d))
			if u != first {
				arcs = append(arcs, graph.Arc{From: first, To: u}, graph.Arc{From: u, To: first})
			}
			for k := range 4 {
				arcs = append(arcs, graph.Arc{From: u, To: graph.Node((int(u)*37 + k*k*101 + 13*k) % 360)})
			}
		}
	}
	return graph.FromArcs(len(names), arcs), names
}

// judge renames pages and looks for them again.
func judge(t *testing.T, g *graph.Memory, names []string, o migratetest.Options) migratetest.Score {
	t.Helper()
	x, err := migratetest.Rename(g, names, o)
	if err != nil {
		t.Fatal(err)
	}
	found := map[graph.Node]graph.Node{}
	for _, p := range find(t, x, 0) {
		if p.Confidence >= 0.5 {
			found[p.Old] = p.New
		}
	}
	return x.Judge(found)
}

func find(t *testing.T, x *migratetest.Renaming, workers int) []migrate.Pair {
	t.Helper()
	older, newer, same, err := x.Sides()
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := migrate.Map(context.Background(), older, newer, same, migrate.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

func TestMadeWeb(t *testing.T) {
	g, names := made()
	for seed := range uint64(4) {
		for _, links := range []float64{0, 0.1} {
			s := judge(t, g, names, migratetest.Options{Moved: 0.2, Links: links, Seed: seed})
			if s.Moved < 60 || s.Recall() < 0.85 || s.Precision() < 0.95 {
				t.Errorf("seed %d, links %g: %s", seed, links, s)
			}
		}
	}
}

func TestHollins(t *testing.T) {
	g, names := hollins(t)
	for seed := range uint64(3) {
		s := judge(t, g, names, migratetest.Options{Moved: 0.2, Links: 0.1, Lost: 0.02, Seed: seed + 1})
		t.Logf("seed %d: %s", seed+1, s)
		if s.Recall() < 0.65 || s.Precision() < 0.9 {
			t.Errorf("seed %d: %s", seed+1, s)
		}
	}
}

// Of pages that were lost, where as many others of the same directories are new, most are not taken for moved.
func TestLostPages(t *testing.T) {
	g, names := made()
	for seed := range uint64(4) {
		x, err := migratetest.Rename(g, names, migratetest.Options{Lost: 0.1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for _, p := range find(t, x, 0) {
			if p.Confidence >= 0.5 {
				wrong++
			}
		}
		if lost := len(names) - len(x.Names); lost < 20 || 4*wrong > lost {
			t.Errorf("seed %d: %d of %d lost pages are taken for moved, want a quarter at most", seed, wrong, lost)
		}
	}
}

func TestSameForAnyWorkers(t *testing.T) {
	g, names := made()
	x, err := migratetest.Rename(g, names, migratetest.Options{Moved: 0.5, Links: 0.1, Lost: 0.05, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	one := find(t, x, 1)
	if len(one) == 0 || !slices.Equal(one, find(t, x, 4)) {
		t.Errorf("4 workers find other pairs than 1, or there are none: %d", len(one))
	}
	seen := map[graph.Node]bool{}
	for _, p := range one {
		if seen[p.New] {
			t.Errorf("page %d was given twice", p.New)
		}
		seen[p.New] = true
		if !(p.Confidence >= 0 && p.Confidence <= 1) {
			t.Errorf("%+v: the confidence is no share", p)
		}
	}
}

func TestStops(t *testing.T) {
	g, names := made()
	x, err := migratetest.Rename(g, names, migratetest.Options{Moved: 0.2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	older, newer, same, err := x.Sides()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := migrate.Map(ctx, older, newer, same, migrate.Options{}); err == nil {
		t.Error("a context that was done did not end it")
	}
}

// A budget that does not hold the candidates is refused before they are looked for.
func TestBudgetOfCandidates(t *testing.T) {
	x := migratetest.Chance(40, 0, 200)
	older, newer, same, err := x.Sides()
	if err != nil {
		t.Fatal(err)
	}
	var short *mem.ShortError
	_, err = migrate.Map(context.Background(), older, newer, same, migrate.Options{Memory: mem.Base + 1<<20})
	if !errors.As(err, &short) || short.Need < mem.Base+1<<20 {
		t.Errorf("with a megabyte: %v, want what it needs", err)
	}
	if pairs, err := migrate.Map(context.Background(), older, newer, same, migrate.Options{Memory: mem.Base + 64<<20}); err != nil || len(pairs) == 0 {
		t.Errorf("with 64 MiB: %d pairs, %v", len(pairs), err)
	}
}
