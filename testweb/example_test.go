package testweb_test

import (
	"fmt"

	"weft/testweb"
)

func Example() {
	w := testweb.NewWeb(testweb.Options{Pages: 300, Seed: 1})
	status, header, body, ok := w.Answer(w.Seeds()[0])
	fmt.Println(len(w.URLs()), status, header[0][0], len(body) > 0, ok)
	_, _, _, ok = w.Answer("http://nobody.example/")
	fmt.Println(ok)
	// Output:
	// 300 200 Content-Type true true
	// false
}
