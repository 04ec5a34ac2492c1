package papers

import (
	"context"
	"math"
	"testing"

	"weft/algo/rank"
	"weft/answers/seeds"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/view"
)

// The first incomplete core is the one that growing page by page finds.
func TestFirstBreak(t *testing.T) {
	broken, whole := 0, 0
	for seed := range uint64(200) {
		g := graphtest.Random(seed)
		back, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		h, err := rank.HITS(context.Background(), g, back, rank.HITSOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := firstBreak(g, back, h)
		if err != nil {
			t.Fatal(err)
		}
		want := Break{Whole: true}
		for size := 2; size <= g.NumNodes()+1; size++ {
			c, err := seeds.Extract(g, back, h, view.NewBits(g.NumNodes()), seeds.CoreOptions{Size: size})
			if err != nil {
				t.Fatal(err)
			}
			want.Pages, want.Density = len(c.Hubs)+len(c.Authorities), c.Density
			if len(c.Hubs) > 0 && c.Density < 100 {
				want.Whole = false
				break
			}
		}
		if got != want {
			t.Errorf("seed %d: got %+v, want %+v", seed, got, want)
		}
		if got.Whole {
			whole++
		} else {
			broken++
		}
	}
	if broken == 0 || whole == 0 {
		t.Errorf("%d cores broke, %d did not: the graphs show one case only", broken, whole)
	}
}

func TestGaps(t *testing.T) {
	// Rounds 1, 2 and 10; the third core leads nowhere.
	b := &seeds.Between{Distances: [][]int{{0, 6, 1}, {4, 0, 2}, {-1, -1, 0}}, Least: 1, Greatest: 6}
	g := gapsOf(b, []int{1, 2, 10}, 5)
	if g.Close != 2 || g.Far != 1 || g.CloseMean != 5 || g.NearGap != 9 || g.MeanGap != (1+9+1+8)/4. {
		t.Errorf("got %+v", g)
	}
	// Gaps 1, 9, 1, 8 have ranks 1.5, 4, 1.5, 3; distances 6, 1, 4, 2 have ranks 4, 1, 3, 2.
	if want := (1.5*4 + 4*1 + 1.5*3 + 3*2 - 25) / math.Sqrt(4.5*5); math.Abs(g.Spearman-want) > 1e-12 {
		t.Errorf("correlation %g, want %g", g.Spearman, want)
	}
	if none := gapsOf(
		&seeds.Between{Distances: [][]int{{0, -1}, {-1, 0}}},
		[]int{1, 2},
		5,
	); none.Undefined == "" ||
		none.Close != 0 {
		t.Errorf("of no joined pair: %+v", none)
	}
}

func TestSigns(t *testing.T) {
	depths := func(pages ...float64) []seeds.Depth {
		var d []seeds.Depth
		for _, n := range pages {
			d = append(d, seeds.Depth{Pages: n})
		}
		return d
	}
	c := &seeds.Compared{Walks: []*seeds.Walk{
		{Name: "seeds", Depths: depths(10, 30, 5, 7, 0, 0)},
		{
			Name:   "random",
			Depths: depths(10, 20, 9, 8, 1, 0),
			Low:    depths(10, 15, 8, 6, 0, 0),
			High:   depths(10, 25, 10, 10, 2, 0),
		},
	}}
	s := signs(c, "seeds", pages)
	if string(s) != "=+−=·" {
		t.Errorf("got %s", string(s))
	}
	if n := like(s, 0, "=++"); n != 2 {
		t.Errorf("%d signs are alike, want 2", n)
	}
	if n := like(s, 4, "·+"); n != 1 {
		t.Errorf("%d signs are alike at the end, want 1", n)
	}
	if signs(c, "nobody", pages) != nil {
		t.Error("a walk that is not there has signs")
	}
}

func TestSlope(t *testing.T) {
	for _, want := range []float64{1, 2, 0.5} {
		var times []Time
		for _, arcs := range []int64{1000, 2000, 8000} {
			times = append(times, Time{Arcs: arcs, Seconds: 1e-6 * math.Pow(float64(arcs), want)})
		}
		if got := slope(times); math.Abs(got-want) > 1e-9 {
			t.Errorf("slope %g, want %g", got, want)
		}
	}
	if got := slope([]Time{{Arcs: 5, Seconds: 1}, {Arcs: 5, Seconds: 2}}); got != 0 {
		t.Errorf("slope of one size %g, want 0", got)
	}
}

// Times too short to be told from noise agree with nothing, whatever their slope; longer ones go by it.
func TestShortTimesTellNoSlope(t *testing.T) {
	for _, c := range []struct {
		seconds, slope float64
		want           Verdict
	}{{0.01, 0.9, OtherData}, {0.01, 3, OtherData}, {0.5, 0.9, Agrees}, {0.5, 1.1, CannotTell}, {30, 3, Differs}} {
		r := &externalRun{ExternalOptions: ExternalOptions{Sizes: []int{1000, 4000}}}
		r.r.Times = []ExternalTime{{Pages: 1000, Cliques: c.seconds / 9}, {Pages: 4000, Cliques: c.seconds}}
		r.r.Slopes = []ExternalSlope{{Of: "cliques", Slope: c.slope}}
		if got := findingOf("external", externalChecks, r, "time of cliques").verdict; got != c.want {
			t.Errorf("%g s at a slope of %g: %s, want %s", c.seconds, c.slope, got, c.want)
		}
	}
}
