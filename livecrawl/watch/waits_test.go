package watch

import (
	"strings"
	"testing"
	"time"

	"weft/crawl/patience"
	"weft/crawl/polite"
	"weft/livecrawl"
	"weft/livecrawl/fetch"
)

// When nothing is left but pages that wait, every face says for what and until when, and none says that the end is near.
func TestOnlyWaits(t *testing.T) {
	waiting := func(change func(s *sample)) Standing {
		s := busySample()
		s.Waiting, s.Queue, s.Busy, s.Slowest, s.Learnt, s.Picked = 0, polite.Stats{}, nil, nil, 1000, 1020
		s.Unanswered = patience.Waiting{}
		change(&s)
		return newView(&s)
	}
	for name, c := range map[string]struct {
		change func(s *sample)
		waits  string
		next   string // "" if other pages are being fetched
	}{
		"a page": {func(s *sample) {
			s.Unanswered = patience.Waiting{Pages: 1, Hosts: 1, Next: now.Add(4 * time.Minute), Host: "slow.example"}
		}, "waiting for 1 page of 1 host (slow.example), next request in 4m00s", "the next try is in 4m00s"},
		"several hosts": {func(s *sample) {
			s.Unanswered = patience.Waiting{Pages: 12, Hosts: 3, Next: now.Add(90 * time.Second), Host: "a.example"}
		}, "waiting for 12 pages of 3 hosts, a.example, next request in 1m30s", "the next try is in 1m30s"},
		"a hostile host": {func(s *sample) {
			s.Unanswered = patience.Waiting{Pages: 1, Hosts: 1, Next: now.Add(time.Minute), Host: "a\x1b[2J.example"}
		}, `waiting for 1 page of 1 host (a\x1b[2J.example), next request in 1m00s`, "the next try is in 1m00s"},
		"a host that backs off": {func(s *sample) {
			s.Queue.Items = 2
			s.Slowest = []polite.HostStats{{Host: "b.example", Items: 2, Failures: 3, Next: now.Add(30 * time.Second)}}
		}, "2 pages of b.example, which failed, next request in 30s", "the next try is in 30s"},
		"a shared frontier": {func(s *sample) {
			s.Frontier = &livecrawl.SharedFrontier{Address: "redis://127.0.0.1:6379", Queued: 1234, Held: 40, Crawlers: 2}
		}, "shared frontier: 1,234 queued, 40 held by 2 crawlers", ""},
		"due now": {func(s *sample) {
			s.Unanswered = patience.Waiting{Pages: 1, Hosts: 1, Next: now, Host: "slow.example"}
		}, "waiting for 1 page of 1 host, next request now", "all that is left waits"},
		"a host that is only polite": {func(s *sample) {
			s.Queue.Items = 2
			s.Slowest = []polite.HostStats{{Host: "b.example", Items: 2, Next: now.Add(30 * time.Second)}}
		}, "", ""},
		"another page under way": {func(s *sample) {
			s.Unanswered = patience.Waiting{Pages: 1, Hosts: 1, Next: now.Add(time.Minute), Host: "slow.example"}
			s.Busy = []fetch.Busy{{URL: "http://c.example/"}}
		}, "waiting for 1 page of 1 host (slow.example), next request in 1m00s", ""},
	} {
		v := waiting(c.change)
		if v.Waits != c.waits {
			t.Errorf("%s: it waits for %q, want %q", name, v.Waits, c.waits)
		}
		line := plain(&v, unknownWidth)
		if waits := strings.Contains(v.Goal, "all that is left waits"); waits != (c.next != "") || !strings.Contains(v.Goal, c.next) || waits && (v.Left != "" || strings.Contains(line, " left;")) {
			t.Errorf("%s: goal %q, left %q, line %q; want %q", name, v.Goal, v.Left, line, c.next)
		}
	}
}
