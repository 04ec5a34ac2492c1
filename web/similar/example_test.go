package similar_test

import (
	"fmt"

	"weft/web/similar"
)

func Example() {
	read := func(page string) similar.Print {
		h := similar.NewHasher(similar.Options{})
		fmt.Fprint(h, page)
		return h.Print()
	}
	a := read("<title>Fruit</title><p>Apples, pears and plums grow here, and cherries in a good year.")
	b := read("<div>apples pears and plums grow here and cherries in a good year</div>")
	c := read("<p>Ships leave the harbour at noon and at six, but not on Sundays.")
	fmt.Println(similar.Distance(a.Hash, b.Hash) <= similar.Near, similar.Distance(a.Hash, c.Hash) <= similar.Near)

	var index similar.Index
	index.Add(a.Hash)
	index.Add(c.Hash)
	fmt.Println(index.AppendNear(nil, b.Hash), string(a.Title))
	// Output:
	// true false
	// [0] Fruit
}
