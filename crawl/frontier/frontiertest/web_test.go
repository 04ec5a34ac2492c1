package frontiertest_test

import (
	"fmt"
	"testing"

	"weft/crawl/frontier/frontiertest"
)

// What is said of the web holds for the first 100,000 pages that a breadth-first crawl meets.
func TestWeb(t *testing.T) {
	web := frontiertest.New()
	seen := map[string]frontiertest.Address{}
	queue := []frontiertest.Address{{}}
	var links []frontiertest.Address
	bytes, same, all := 0, 0, 0
	for i := 0; len(seen) < 100_000; i++ {
		links = web.Links(links[:0], queue[i])
		if len(links) < 10 || len(links) > 50 {
			t.Fatalf("page %v has %d links", queue[i], len(links))
		}
		for _, p := range links {
			all++
			if p.Host == queue[i].Host {
				same++
			}
			url := string(web.AppendURL(nil, p))
			if _, ok := seen[url]; !ok {
				seen[url] = p
				queue = append(queue, p)
				bytes += len(url)
			}
		}
	}
	if mean := float64(bytes) / float64(len(seen)); mean < 54 || mean > 60 {
		t.Errorf("URLs have %.1f bytes in the mean", mean)
	}
	if share := float64(same) / float64(all); share < 0.8 {
		t.Errorf("%.2f of the links stay on their host", share)
	}
}

func Example() {
	web := frontiertest.New()
	page := frontiertest.Address{Host: 5, Dir: 0, Doc: 3}
	for _, p := range web.Links(nil, page)[:2] {
		fmt.Println(string(web.AppendURL(nil, p)))
	}
	// Output:
	// https://www.vefetkepuheka.com/2014/10/kigbikufo-fi-hagdelnurgum-fi/
	// https://www.vefetkepuheka.com/2011/10/pibedi-gemmerla-muvo-wicwo/
}
