package memo

import (
	"testing"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// A page that was let go is not put off by a trap again, so that none can be picked and put off for ever.
func TestLetGoOnce(t *testing.T) {
	for let, want := range map[bool]string{false: "trap: pages of one shape", true: ""} {
		c := &folder.Config{Traps: true}
		k := doubts{steering: &steering{cfg: c, begun: c}}
		k.guard = trap.New(trap.Options{Free: 1})
		v := &visit.Visit{URL: []byte("http://a.test/x/1"), Via: crawl.None, Let: let}
		k.guard.Admit(k.guard.Judge(v.URL)) // which takes the room
		if rule, err := k.doubt(v, false); rule != want || err != nil {
			t.Errorf("let go %v: %q, %v; want %q", let, rule, err, want)
		}
	}
}
