package stats_test

import (
	"fmt"

	"weft/stats"
)

func Example() {
	var c stats.Counter
	for _, degree := range []uint64{0, 3, 1, 1, 7, 0, 1} {
		c.Add(degree)
	}
	h := c.Histogram()
	fmt.Println(h.Values, h.Counts)
	fmt.Printf("mean %.2f, max %d\n", h.Mean(), h.Max())
	// Output:
	// [0 1 3 7] [2 3 1 1]
	// mean 1.86, max 7
}

func ExampleFitPowerLaw() {
	degrees := stats.PowerLaw{XMin: 1, Exponent: 2.1}.Sample(100000, 42)
	fit, err := stats.FitPowerLaw(degrees, stats.FitOptions{XMin: 1, Samples: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("exponent %.2f, error %.3f, plausible: %t\n", fit.Exponent, fit.StdErr, *fit.P > 0.1)
	for _, a := range fit.Alternatives {
		fmt.Println(a.Name, "is likelier:", a.Ratio < 0 && a.P < 0.1)
	}
	// Output:
	// exponent 2.10, error 0.004, plausible: true
	// lognormal is likelier: false
	// exponential is likelier: false
	// truncated is likelier: false
}

func ExampleKendallTauB() {
	indegree := []uint32{4, 0, 2, 2, 9}
	pagerank := []float64{0.3, 0.1, 0.15, 0.2, 0.25}
	tau, err := stats.KendallTauB(indegree, pagerank)
	fmt.Printf("%.3f %v\n", tau, err)
	// Output: 0.738 <nil>
}
