package live_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"weft/web/live"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			_, _ = io.WriteString(w, "User-agent: *\nDisallow: /private\nCrawl-delay: 2\n")
		case "/":
			w.Header().Set("ETag", `"v1"`)
			_, _ = io.WriteString(w, "hello")
		}
	}))
	defer server.Close()

	client, err := live.NewClient(live.Options{UserAgent: "examplebot/1.0 (+mailto:me@example.org)", AllowPrivate: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	ctx := context.Background()
	keeper, err := live.NewRobots(func(ctx context.Context, url string, a *live.Answer) error {
		return client.Get(ctx, url, live.Condition{}, a)
	}, live.RobotsOptions{Agent: "examplebot/1.0"})
	if err != nil {
		fmt.Println(err)
		return
	}

	var answer live.Answer
	for _, path := range []string{"/", "/private/page"} {
		verdict, err := keeper.Ask(ctx, server.URL+path)
		if err != nil || !verdict.Allowed {
			fmt.Println(path, verdict.Reason)
			continue
		}
		if err := client.Get(ctx, server.URL+path, live.Condition{}, &answer); err != nil {
			fmt.Println(path, live.CauseOf(err), err)
			continue
		}
		fmt.Printf("%s %d %s %q, next after %s\n", path, answer.Status, answer.Field("ETag"), answer.Body(), verdict.CrawlDelay)
	}
	// Output:
	// / 200 "v1" "hello", next after 2s
	// /private/page robots: Disallow /private
}

// A page on this machine is not for a crawler of the Web, whatever name or redirect led there.
func ExampleOptions_private() {
	client, err := live.NewClient(live.Options{UserAgent: "examplebot"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	var answer live.Answer
	err = client.Get(context.Background(), "http://0x7f.1/", live.Condition{}, &answer)
	fmt.Println(live.CauseOf(err), live.CauseOf(err).Status(), live.CauseOf(err).Temporary())
	// Output:
	// private-address -5001 false
}
