package livecrawl

import (
	"fmt"
	"time"

	"weft/crawl"
	"weft/web/weburl"
)

// An origin is a scheme, host and port whose pages fail, or wait because it does not answer. Origins that are well have none.
type origin struct {
	name string

	down  bool
	bad   int       // what speaks against it since its last good answer, see enough
	since time.Time // when that began
	pause time.Duration
	again time.Time // when it is asked next
	armed bool      // an alarm rings then
	// probing says that one of its pages is under way to find out whether it is back.
	probing bool
	reason  string // why it failed last
	status  int    // that says so in the crawl log
	// refusals counts the pages that showed that it cannot be asked at all: no such host, TLS that is not to be trusted.
	refusals int

	unasked []crawl.Page // in the order in which they came
	tried   []crawl.Page // asked for in vain
	freed   bool         // it stands in patience.free
	kept    int          // pages that wait, those among them that the loop has to learn first
}

const (
	// A failed connection weighs three bad answers, such as 503; with nine and no good one between an origin is down.
	// So is one whose robots.txt cannot be read, as none of its pages may be asked for.
	connectWeight = 3
	answerWeight  = 1
	enough        = 9
)

// next takes a page that waits, first of those that were not asked for: they may be had where others are broken.
func (o *origin) next() (crawl.Page, bool) {
	list := &o.unasked
	if len(*list) == 0 {
		list = &o.tried
	}
	if len(*list) == 0 {
		return 0, false
	}
	p := (*list)[0]
	if *list = (*list)[1:]; len(*list) == 0 {
		*list = nil
	}
	return p, true
}

// why returns the status of a page that failed so, and why that was: the origin knows that of the page of its own that
// failed last, and others may have failed otherwise. One that was not asked for has status 0.
func (o *origin) why(status int16) (int, string) {
	switch {
	case status == 0 && o.reason == "":
		return 0, "not asked for"
	case status == 0:
		return 0, "not asked for, as others of its host failed: " + o.reason
	case status > 0 && int(status) != o.status:
		return int(status), fmt.Sprintf("answered with status %d", status)
	case o.reason == "":
		return int(status), "it failed in an earlier run"
	case status < 0 && int(status) != o.status:
		return int(status), fmt.Sprintf("failed with status %d", status)
	}
	return o.status, o.reason
}

func (o *origin) waiting() int { return len(o.unasked) + len(o.tried) }

// originOf returns scheme, host and port of a canonical URL, as in https://example.org:8443.
func originOf(url []byte) string {
	p := weburl.Cut(url)
	return p.Origin()
}
