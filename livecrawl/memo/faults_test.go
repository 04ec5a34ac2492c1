package memo

import (
	"errors"
	"testing"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// brokenNames are names none of which can be read.
type brokenNames struct{}

var errNames = errors.New("no name can be read")

func (brokenNames) Name([]byte, crawl.Page) ([]byte, error) { return nil, errNames }

func (brokenNames) Len() int { return 8 }

// A crawl that cannot read a name does not judge without it.
func TestNamesThatCannotBeRead(t *testing.T) {
	k, err := New(&folder.Config{Traps: true, Seeds: []string{"http://a.test/"}}, brokenNames{}, func() (int, int) { return 2026, 1 })
	if err != nil {
		t.Fatal(err)
	}
	k.doubts.guard = trap.New(trap.Options{Free: -1, Budget: 1})
	v := &visit.Visit{URL: []byte("http://a.test/x/1"), Host: "a.test", Via: 3}
	*k.doubts.marks.to(v.Via) = saysNews
	if got := k.doubts.guard.Judge(v.URL); got.Rule != trap.Shape {
		t.Fatalf("the page is suspected of %q", got.Rule)
	}
	if rule, err := k.admit(v, false); rule != "" || !errors.Is(err, errNames) || k.hosts.of["a.test"].picked > 0 {
		t.Errorf("admit: got %q, %v", rule, err)
	}
	*k.doubts.marks.to(5) = isHeld
	if err := k.doubts.name(5, inSitemap); !errors.Is(err, errNames) {
		t.Errorf("name: got %v", err)
	}
	if k.Start(crawl.Pick{Seq: 4}); !errors.Is(k.visits.failed(), errNames) || k.visits.at(4) != nil {
		t.Errorf("start: got %v", k.visits.failed())
	}
}
