package watch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
	"weft/web/live"
)

func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/>home</a>")
	}))
	defer site.Close()
	dir, err := os.MkdirTemp("", "watch")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	page, err := watch.Listen(":0") // before there is a crawl
	if err != nil {
		fmt.Println(err)
		return
	}
	j, err := livecrawl.Create(folder.Config{Seeds: []string{site.URL}}, livecrawl.Options{Dir: filepath.Join(dir, "c"), Net: live.Options{UserAgent: "example/1.0", AllowPrivate: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := watch.Start(j, watch.Options{Out: os.Stderr, In: os.Stdin, Listener: page})
	r, err := j.Run(context.Background())
	w.Close()
	fmt.Println(r.Stats.Fetched, r.Why, err, j.Close())
	// Output: 1 nothing is left <nil> <nil>
}
