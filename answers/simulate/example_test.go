package simulate_test

import (
	"context"
	"fmt"

	"weft/answers/simulate"
	"weft/graph"
	"weft/graph/random"
)

func ExampleExperiment_Run() {
	g, err := random.NewGNP(random.GNPOptions{Pages: 2000, Degree: 20, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := graph.Load(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	in, err := graph.Transpose(out)
	if err != nil {
		fmt.Println(err)
		return
	}
	e := &simulate.Experiment{Graph: out, In: in, Orders: []simulate.Order{simulate.Blocked}, Blocks: []float64{0.1, 0.5}, Sets: 4, Seed: 1}
	var all []simulate.Outcome
	if err := e.Run(context.Background(), nil, func(o *simulate.Outcome) error {
		all = append(all, *o)
		return nil
	}); err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range simulate.Summarise(e, all) {
		fmt.Printf("%.0f %% blocked: γ %.1f, HAK %.1f, tau %.1f\n", 100*c.Block, c.Gamma.Value, c.HAK.Value, c.Shares[0].TauB.Value)
	}
	// Output:
	// 10 % blocked: γ 0.9, HAK 0.7, tau 0.6
	// 50 % blocked: γ 0.5, HAK 0.3, tau 0.2
}
