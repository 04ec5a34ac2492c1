package random_test

import (
	"fmt"

	"weft/graph"
	"weft/graph/random"
	"weft/web/weburl"
)

func Example() {
	w, err := random.NewWeb(random.WebOptions{Pages: 1000, Degree: 10, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	n := w.Namer()
	for _, u := range []graph.Node{0, 500, 999} {
		url, _ := weburl.AppendName(nil, n.AppendKey(nil, u))
		list, _ := w.AppendSucc(nil, u)
		fmt.Printf("%s %d\n", url, len(list))
	}
	// Output:
	// http://fafava.alt/ 13
	// https://violin.ribafo.example/ 11
	// https://silver.vujeba.test/wonder/950.html 15
}

func ExampleNewGNP() {
	g, err := random.NewGNP(random.GNPOptions{Pages: 1_000_000_000, Degree: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, _ := g.AppendSucc(nil, 123_456_788) // one list of three thousand million arcs
	fmt.Println(list)
	// Output: [241796408]
}

func ExampleNewCopying() {
	g, err := random.NewCopying(random.CopyingOptions{Pages: 1_000_000_000, Degree: 4, Alpha: 0.5, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, _ := g.AppendSucc(nil, 999_999_999)
	fmt.Println(list)
	// Output: [130974983 164763885 273065599 912390129]
}

func ExampleNewScaleFree() {
	g, err := random.NewScaleFree(random.ScaleFreeOptions{Pages: 10_000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Drawn(), "arcs,", g.NumArcs(), "without parallel ones")
	// Output: 21564 arcs, 18295 without parallel ones
}

func ExampleNewForestFire() {
	g, err := random.NewForestFire(random.ForestFireOptions{Pages: 10_000, Back: 0.0005, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, _ := g.AppendSucc(nil, 5000)
	fmt.Println(g.NumArcs(), list)
	// Output: 88334 [0 1050 5457 8661]
}
