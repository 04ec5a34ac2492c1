package quotient_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"weft/making/ingest"
	"weft/making/quotient"
	"weft/store"
)

func ExampleRun() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	links := "http://a.example/1 http://b.example/\nhttp://a.example/2 http://b.example/\nhttp://a.example/1 http://a.example/2\n"
	crawl := filepath.Join(dir, "crawl")
	if _, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links), DraftOptions: store.DraftOptions{Output: crawl}}); err != nil {
		fmt.Println(err)
		return
	}
	c, err := store.Open(crawl)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	hosts, err := c.Hosts()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := quotient.Run(context.Background(), quotient.Options{
		Crawl: c, Groups: hosts, By: quotient.ByHost, Top: 1, DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "hosts")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Groups, "hosts,", s.Arcs, "arc,", s.Inside, "arc of pages inside a host")
	for _, p := range s.Top {
		fmt.Println(p.From, "→", p.To, p.PageArcs)
	}
	// Output:
	// 2 hosts, 1 arc, 1 arc of pages inside a host
	// a.example → b.example 2
}
