package compare_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"weft/answers/compare"
	"weft/making/ingest"
	"weft/store"
)

// Two crawls of a small site.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	var crawls []*store.Crawl
	for i, links := range []string{
		"http://a.example/ http://a.example/old\nhttp://a.example/ http://b.example/\n",
		"http://a.example/ http://b.example/\nhttp://b.example/ http://a.example/\nhttp://b.example/ http://b.example/new\n",
	} {
		path := filepath.Join(dir, fmt.Sprint(i))
		_, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links), DraftOptions: store.DraftOptions{Output: path}})
		if err != nil {
			fmt.Println(err)
			return
		}
		c, err := store.Open(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer c.Close()
		crawls = append(crawls, c)
	}
	c, err := compare.Run(context.Background(), compare.Options{A: crawls[0], B: crawls[1], Top: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("pages:", c.Pages.Kept, "kept,", c.Pages.Gone, "gone,", c.Pages.New, "new")
	fmt.Println("arcs:", c.Arcs.Kept, "kept,", c.Arcs.Gone, "gone,", c.Arcs.New, "new,", c.Arcs.NewAmongKept, "between kept pages")
	fmt.Printf("%+v\n", c.Hosts)
	err = compare.Each(context.Background(), compare.Options{A: crawls[0], B: crawls[1]}, compare.Gone, func(p compare.Listed) error {
		fmt.Printf("%s is gone\n", p.Name)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// pages: 2 kept, 1 gone, 1 new
	// arcs: 1 kept, 1 gone, 2 new, 1 between kept pages
	// [{Host:b.example Pages:{Kept:1 Gone:0 New:1} Arcs:{Kept:0 Gone:0 New:2}}]
	// http://a.example/old is gone
}
