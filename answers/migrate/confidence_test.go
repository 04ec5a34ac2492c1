package migrate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"weft/answers/migrate"
	"weft/answers/migrate/migratetest"
	"weft/graph"
)

// reliable counts how many pairs of a confidence are right.
type reliable struct {
	pairs, right [10]int
	sure         [10]float64
}

func (r *reliable) add(x *migratetest.Renaming, pairs []migrate.Pair) {
	for _, p := range pairs {
		b := min(9, int(10*p.Confidence))
		r.pairs[b]++
		r.sure[b] += p.Confidence
		if x.Truth[p.Old] == p.New {
			r.right[b]++
		}
	}
}

// check says whether as many are right as the confidences say, give or take so much, where there are enough to tell.
func (r *reliable) check(t *testing.T, within float64) {
	t.Helper()
	for b, n := range r.pairs {
		if n < 50 {
			continue
		}
		share, sure := float64(r.right[b])/float64(n), r.sure[b]/float64(n)
		t.Logf("of %d pairs of a confidence of %.2f %.2f are right", n, sure, share)
		if sure-share > within {
			t.Errorf("of %d pairs of a confidence of %.2f only %.2f are right", n, sure, share)
		}
	}
	if r.pairs[9] < 100 {
		t.Errorf("%d pairs are sure, want 100", r.pairs[9])
	}
}

// Of pages that were renamed, lost and new as many are right as is said. None of these draws is one by which weights
// were chosen.
func TestConfidenceOfRenamedPages(t *testing.T) {
	g, names := hollins(t)
	var all reliable
	for seed := range uint64(3) {
		for _, o := range []migratetest.Options{{Moved: 0.2, Lost: 0.02, Links: 0.1}, {Moved: 0.1, Lost: 0.1, Links: 0.1}} {
			o.Seed = 100 + seed
			x, err := migratetest.Rename(g, names, o)
			if err != nil {
				t.Fatal(err)
			}
			all.add(x, find(t, x, 0))
		}
	}
	all.check(t, 0.12)
}

// Where sections of sites are replaced by others whose pages have like names and the same neighbours, most of what is
// sure is right.
func TestConfidenceWhereNamesAreAlikeByChance(t *testing.T) {
	var all reliable
	for seed := range uint64(3) {
		x := migratetest.Chance(40, 0.05, 100+seed)
		all.add(x, find(t, x, 0))
	}
	if n := all.pairs[9]; n < 300 || float64(all.right[9]) < 0.9*float64(n) {
		t.Errorf("%d of %d sure pairs are right, want 90 %% of 300", all.right[9], n)
	}
}

// Names alone are never sure, however alike, nor are neighbours alone.
func TestOneKindOfEvidence(t *testing.T) {
	x := migratetest.Chance(40, 0, 200)
	older, newer, same, err := x.Sides()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*migrate.Side{older, newer} {
		s.Out = graph.FromArcs(s.Out.NumNodes(), nil)
		s.In = s.Out
	}
	pairs, err := migrate.Map(context.Background(), older, newer, same, migrate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for _, p := range pairs {
		most = max(most, p.Confidence)
		if p.Kinds() > 1 {
			t.Errorf("%+v: of two kinds", p)
		}
	}
	if len(pairs) < 500 || most != 0.5 {
		t.Errorf("%d pairs by their names alone have up to %g, want 500 with 0.5", len(pairs), most)
	}
	texts := func(f func(graph.Node, []byte) error) error { return f(0, []byte("of nothing alike")) }
	older.Texts, newer.Texts = texts, texts
	if pairs, err = migrate.Map(context.Background(), older, newer, same, migrate.Options{}); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(pairs, func(p migrate.Pair) bool { return p.Confidence > 0.5 && p.Kinds() < 2 }) {
		t.Error("a pair of one kind of evidence has more than 0.5")
	}
}

// Where no page stayed names speak, and neighbours that were found by them, and nothing is worth carrying.
func TestStrangersWithoutTexts(t *testing.T) {
	x := migratetest.Chance(40, 0, 200)
	older, newer, same, err := x.Sides()
	if err != nil {
		t.Fatal(err)
	}
	for u := range same {
		same[u] = migrate.None
	}
	pairs, err := migrate.Map(context.Background(), older, newer, same, migrate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	several := 0
	for _, p := range pairs {
		if p.Confidence > 0.25 {
			t.Fatalf("%+v: want 0.25 at most", p)
		}
		several += p.Kinds() / 2
	}
	if len(pairs) < 500 || several < 100 {
		t.Errorf("%d pairs, %d of them by two kinds of evidence", len(pairs), several)
	}
}

// What became of pages is told by their texts, whatever they are called.
func TestFates(t *testing.T) {
	words := func(seed string) string {
		var b strings.Builder
		for i := range 60 {
			b.WriteString(seed + strings.Repeat("x", i%17) + string(rune('a'+i%23)) + " ")
		}
		return b.String()
	}
	moved, lost, fresh, short := words("m"), words("l"), words("f"), "too short to tell"
	fates := migratetest.Fates([]string{moved, lost, short}, []string{fresh, moved + " and a footer"}, []string{moved, lost, short, fresh, moved})
	if !fates[0].Known || !slices.Equal(fates[0].Right, []int{1}) {
		t.Errorf("a page that moved: %+v, want text 1", fates[0])
	}
	if !fates[1].Known || len(fates[1].Right) > 0 {
		t.Errorf("a page that is lost: %+v", fates[1])
	}
	if fates[2].Known {
		t.Errorf("a page of four words: %+v, want nothing known", fates[2])
	}
}
