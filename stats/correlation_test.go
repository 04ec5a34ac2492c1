package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"weft/internal/drawn"
)

// The values are those of scipy 1.17.1: pearsonr, kendalltau and spearmanr of
//
//	x = [(i*i*7+3*i)%23 for i in range(60)]
//	y = [((i*i*5+11*i)%17)-0.5*((i*i*7+3*i)%23) for i in range(60)]
//	z = [(i*13)%7 for i in range(60)]
func TestCorrelationsMatchSciPy(t *testing.T) {
	var x, z []int
	var y []float64
	for i := range 60 {
		x = append(x, (i*i*7+3*i)%23)
		y = append(y, float64((i*i*5+11*i)%17)-0.5*float64(x[i]))
		z = append(z, (i*13)%7)
	}
	check := func(name string, got float64, err error, want float64) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		near(t, name, got, want, 1e-14)
	}
	r, err := Pearson(x, y)
	check("pearson x y", r, err, -0.32290655753236547)
	r, err = Pearson(x, z)
	check("pearson x z", r, err, -0.08142471697990525)
	r, err = Pearson(y, z)
	check("pearson y z", r, err, 0.06041695268973686)
	r, err = KendallTauB(x, y)
	check("tau-b x y", r, err, -0.25104021141651045)
	r, err = KendallTauB(x, z)
	check("tau-b x z", r, err, -0.04019637419777756)
	r, err = KendallTauB(y, z)
	check("tau-b y z", r, err, 0.06618131616637592)
	r, err = Spearman(x, y)
	check("spearman x y", r, err, -0.34154679305976104)
	r, err = Spearman(x, z)
	check("spearman x z", r, err, -0.051452932547039774)
	r, err = Spearman(y, z)
	check("spearman y z", r, err, 0.08442462930967727)
}

func naivePairs(x, y []float64) (p PairCounts) {
	for i := range x {
		for j := range i {
			switch dx, dy := x[i]-x[j], y[i]-y[j]; {
			case dx == 0 && dy == 0:
				p.TiedBoth++
			case dx == 0:
				p.TiedX++
			case dy == 0:
				p.TiedY++
			case (dx > 0) == (dy > 0):
				p.Concordant++
			default:
				p.Discordant++
			}
		}
	}
	return p
}

func TestCountPairsMatchesDefinition(t *testing.T) {
	rng := drawn.Rand(t)
	for range 400 {
		n, kinds := rng.IntN(200), 1+rng.IntN(60)
		x, y := make([]float64, n), make([]float64, n)
		ix, iy := make([]int32, n), make([]uint64, n)
		for i := range n {
			ix[i], iy[i] = int32(rng.IntN(kinds)-kinds/2), uint64(rng.IntN(1+kinds/3))<<40
			x[i], y[i] = float64(ix[i])/3, float64(iy[i])-1e12
		}
		want := naivePairs(x, y)
		floats, err := CountPairs(x, y)
		if err != nil || floats != want {
			t.Fatalf("floats: got %+v, %v, want %+v", floats, err, want)
		}
		if whole, err := CountPairs(ix, iy); err != nil || whole != want {
			t.Fatalf("whole numbers: got %+v, %v, want %+v", whole, err, want)
		}
		if want.Total() != int64(n)*int64(n-1)/2 && n > 0 {
			t.Fatalf("pairs of %d items: %d", n, want.Total())
		}
	}
}

func TestOrderOfSpecialValues(t *testing.T) {
	x := []float64{math.Inf(-1), -math.MaxFloat64, -1, -math.SmallestNonzeroFloat64, 0, math.Copysign(0, -1), 5e-324, 2, math.Inf(1)}
	ranks, distinct, err := denseRanks(x, 0)
	want := []uint32{0, 1, 2, 3, 4, 4, 5, 6, 7}
	for i := range want {
		if err != nil || distinct != 8 || ranks[i] != want[i] {
			t.Fatalf("got %v %d %v, want %v", ranks, distinct, err, want)
		}
	}
	y := []float32{-3, -0.5, 7}
	if r, _, _ := denseRanks(y, 0); r[0] != 0 || r[1] != 1 || r[2] != 2 {
		t.Errorf("float32: %v", r)
	}
}

func TestPairCountsOfManyItems(t *testing.T) {
	const n = 100000
	up, down := make([]uint32, n), make([]uint32, n)
	for i := range up {
		up[i], down[i] = uint32(i), uint32(n-i)
	}
	p, err := CountPairs(up, down)
	if err != nil || p.Discordant != n*(n-1)/2 || p.TauA() != -1 || p.TauB() != -1 {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestCorrelationErrors(t *testing.T) {
	one, two := []float64{1, 2, 3}, []float64{1, 2}
	nan, same := []float64{1, math.NaN(), 3}, []int{5, 5, 5}
	expect := func(_ float64, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	for _, f := range []func(x, y []float64) (float64, error){Pearson[float64, float64], KendallTauB[float64, float64], Spearman[float64, float64], WeightedTau[float64, float64]} {
		r, err := f(one, two)
		expect(r, err, ErrLength)
		r, err = f(one, nan)
		expect(r, err, ErrNotANumber)
	}
	for _, f := range []func(x []float64, y []int) (float64, error){Pearson[float64, int], KendallTauB[float64, int], Spearman[float64, int], WeightedTau[float64, int]} {
		r, err := f(one, same)
		expect(r, err, ErrConstant)
		r, err = f(nil, nil)
		expect(r, err, ErrConstant)
	}
	r, err := Pearson(one, []float64{1, math.Inf(1), 2})
	expect(r, err, ErrNotANumber)
}

// TestPearsonIsStable shifts data so far that the textbook one-pass formula loses every digit.
func TestPearsonIsStable(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	x, y := make([]float64, 1000), make([]float64, 1000)
	farX, farY := make([]float64, 1000), make([]float64, 1000)
	for i := range x {
		x[i] = float64(rng.IntN(1000))
		y[i] = x[i] + float64(rng.IntN(2000))
		farX[i], farY[i] = x[i]+1e12, y[i]-1e12
	}
	want, err1 := Pearson(x, y)
	got, err2 := Pearson(farX, farY)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	near(t, "shifted", got, want, 1e-14)
}

func BenchmarkKendall(b *testing.B) {
	const n = 1_000_000
	rng := rand.New(rand.NewPCG(1, 1))
	degree, rank := make([]uint32, n), make([]float64, n)
	for i := range degree {
		degree[i] = uint32(math.Exp(rng.ExpFloat64()))
		rank[i] = float64(degree[i]) * rng.Float64()
	}
	b.Run("floats", func(b *testing.B) { benchKendall(b, rank, rank[1:], n-1) })
	b.Run("mixed", func(b *testing.B) { benchKendall(b, degree, rank, n) })
	b.Run("integers", func(b *testing.B) { benchKendall(b, degree, degree[1:], n-1) })
}

func benchKendall[X, Y Number](b *testing.B, x []X, y []Y, n int) {
	for b.Loop() {
		benchPairs, _ = CountPairs(x[:n], y[:n])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
	b.ReportAllocs()
}

var benchPairs PairCounts
