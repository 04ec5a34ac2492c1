package livecrawl

import (
	"time"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/web/warc"
)

// larderBytes is how much a larder of a test holds.
const larderBytes = 64 << 20

// SetGrowth says after how many bytes of log a checkpoint is made.
func SetGrowth(n int64) { growth = n }

// SetLogPiece says how much of the crawl log a record has, and returns how much it had.
func SetLogPiece(n int) (before int) {
	before, logPiece = logPiece, n
	return before
}

// RuleEstimate returns the first number of pages learnt, from n on, at which an estimate is made for rules.
func RuleEstimate(n uint64) uint64 { return ruleEstimate(n) }

// ViewDue says whether an estimate for those who look on is due, after one of so many pages that began at a time and
// took so long.
func ViewDue(of uint64, began time.Time, took time.Duration, learnt uint64, now time.Time) bool {
	p := viewPace{}
	p.made(of, began, began.Add(took))
	return p.due(learnt, now)
}

// RememberedOf adds n payloads to originals that remember so many, and returns which they know.
func RememberedOf(most, n int) (known map[int]bool, forgotten uint64) {
	o := newOriginals("")
	o.most, known = most, map[int]bool{}
	digest := func(i int) string { return warc.Digest([]byte{byte(i), byte(i >> 8)}) }
	for i := range n {
		o.add(digest(i), 0, "x", int64(i))
		o.add(digest(i), 0, "x", int64(i))
	}
	for i := range n {
		d, _ := parseDigest(digest(i))
		if at, ok := o.at[(&original{digest: d}).key()]; ok && o.list[at].offset == int64(i) {
			known[i] = true
		}
	}
	_, forgotten = o.counts()
	return known, forgotten
}

// DoubtOf returns the rule that puts a page off whose group has no room, which a rule had let go or not.
func DoubtOf(let bool) (string, error) {
	c := &Config{Traps: true}
	k := doubts{steering: &steering{cfg: c, begun: c}}
	k.guard = trap.New(trap.Options{Free: 1})
	v := &visit{url: []byte("http://a.test/x/1"), via: crawl.None, let: let}
	k.guard.Admit(k.guard.Judge(v.url)) // which takes the room
	return k.doubt(v, false)
}

// RememberedAfterLoad returns which of n payloads are known when they were loaded, the newest first, and then one more
// came than is remembered.
func RememberedAfterLoad(n int) (known map[int]bool) {
	o := newOriginals("")
	o.most, known = n, map[int]bool{}
	digest := func(i int) string { return warc.Digest([]byte{byte(i), byte(i >> 8)}) }
	for i := range n {
		o.add(digest(n-1-i), 0, "x", 0)
	}
	o.turn()
	o.add(digest(n), 0, "x", 0)
	for i := range n + 1 {
		d, _ := parseDigest(digest(i))
		if at, ok := o.at[(&original{digest: d}).key()]; ok && o.list[at].digest == d {
			known[i] = true
		}
	}
	return known
}

// RetryAfter is how long a server asks to be left alone.
func RetryAfter(value string, now time.Time) time.Duration { return retryAfter(value, now) }

// ParseFolder reads what crawl.json says.
func ParseFolder(data []byte) (*Folder, error) { return parseFolder("crawl.json", data) }
