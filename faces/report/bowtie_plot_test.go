package report

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/answers/measure"
	seeds "weft/internal/drawn"
	"weft/internal/plots"
)

// Areas are in proportion to pages, as far as discs are not enlarged, and no two discs of a row meet.
func TestTieIsToScale(t *testing.T) {
	rng := seeds.Rand(t)
	for range 300 {
		rows := [][]*tieClass{tieRow(rng, 3), tieRow(rng, 2), tieRow(rng, 3)}
		sizeTie(rows...)
		across(rows[0], 100)
		scale := 0.0
		for _, row := range rows {
			for _, c := range row {
				if c.radius <= 3 {
					continue
				}
				if s := c.radius * c.radius / float64(c.pages); scale == 0 {
					scale = s
				} else if math.Abs(s/scale-1) > 1e-9 {
					t.Fatalf("%d pages have an area of %g a page, others of %g", c.pages, s, scale)
				}
			}
		}
		for i, c := range rows[0][1:] {
			before := rows[0][i]
			if c.at.X-c.radius < before.at.X+before.radius {
				t.Fatalf("discs %+v and %+v meet", before, c)
			}
		}
		for _, c := range rows[0] {
			if c.at.X-c.radius < 0 || c.at.X+c.radius > tieWidth || c.radius > tieDiameter/2+1e-9 {
				t.Fatalf("disc %+v leaves the picture", c)
			}
		}
	}
}

func tieRow(rng *rand.Rand, n int) (row []*tieClass) {
	for range n {
		row = append(row, &tieClass{pages: int(math.Exp(20*rng.Float64())) * rng.IntN(3), ink: plots.Ink})
	}
	return row
}

// Empty classes are not drawn, and others have their names and counts.
func TestTieLeavesOutEmptyClasses(t *testing.T) {
	got := string(inline(drawTie(measure.BowTie{SCC: 1704, Out: 721}, 2425), "bowtie", "Bow tie", "the classes"))
	for _, want := range []string{"SCC", "1,704 · 70.3", "OUT", "721 · 29.7", "the classes"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
	for _, bad := range []string{">IN<", "Tendrils", "Tubes", "Other", "Disconnected", "NaN", `class=""`} {
		if strings.Contains(got, bad) {
			t.Errorf("has %q", bad)
		}
	}
}
