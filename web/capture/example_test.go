package capture_test

import (
	"fmt"

	"weft/graph/kinds"
	"weft/web/capture"
)

// Links are joined by target: their labels by "or".
func ExampleReader() {
	answer := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/about rel=nofollow>x</a> <a href=/about>About us</a>"
	var r capture.Reader
	var p capture.Reading
	if err := r.Response([]byte("https://www.example.org/"), []byte(answer), &p); err != nil {
		fmt.Println(err)
		return
	}
	labels := map[string]uint32{}
	for _, l := range p.Links {
		labels[string(l.URL)] |= l.Kinds.Label()
	}
	fmt.Println(p.State, string(p.Key))
	for url, label := range labels {
		fmt.Println(url, kinds.OfLabel(label))
	}
	// Output:
	// fetched org,example,www)/ s
	// https://www.example.org/about link
}
