package migrate_test

import (
	"context"
	"fmt"

	"weft/answers/migrate"
	"weft/graph"
)

// side returns a crawl with names.
func side(names []string, arcs ...graph.Arc) *migrate.Side {
	g := graph.FromArcs(len(names), arcs)
	back, err := graph.Transpose(g)
	if err != nil {
		panic(err)
	}
	return &migrate.Side{Out: g, In: back, Name: func(dst []byte, u graph.Node) ([]byte, error) { return append(dst, names[u]...), nil }}
}

func ExampleMap() {
	older := []string{"http://a.example/", "http://a.example/docs/intro.html", "http://a.example/docs/usage.html"}
	newer := []string{"http://a.example/", "http://a.example/manual/intro.html", "http://a.example/manual/usage.html"}
	arcs := []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 2, To: 0}}
	pairs, err := migrate.Map(context.Background(), side(older, arcs...), side(newer, arcs...),
		[]graph.Node{0, migrate.None, migrate.None}, migrate.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range pairs {
		fmt.Printf("%s → %s\n", older[p.Old], newer[p.New])
	}
	// Output:
	// http://a.example/docs/intro.html → http://a.example/manual/intro.html
	// http://a.example/docs/usage.html → http://a.example/manual/usage.html
}
