package memo

import (
	"iter"
	"math"

	"weft/crawl"
	"weft/crawl/estimate"
	"weft/crawl/frontier"
	"weft/graph/kinds"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// At returns the visit of a pick; nil if it is not under way. It may be called from any goroutine.
func (t *Trackers) At(seq uint64) *visit.Visit { return t.visits.at(seq) }

// Name appends the URL of a page. It may be called from any goroutine.
func (t *Trackers) Name(dst []byte, p crawl.Page) ([]byte, error) { return t.names.Name(dst, p) }

// Err returns what start could not say; nil if nothing went wrong.
func (t *Trackers) Err() error { return t.visits.failed() }

// Listen adds to the note of a reply what its page says that the site has not said before.
func (t *Trackers) Listen(p crawl.Pick, r *crawl.Reply, h *visit.Heard) {
	if v := t.visits.at(p.Seq); v != nil {
		t.doubts.listen(v, r, h)
	}
}

// FirstPick returns the first pick that is under way, or would be the next.
func (t *Trackers) FirstPick() uint64 { return t.visits.first() }

// VisitBytes is the part of bytes that visits under way take.
func (t *Trackers) VisitBytes() int64 { return t.visits.bytes() }

// Config returns the configuration that holds now. Workers may read it once the log was replayed.
func (t *Trackers) Config() *folder.Config { return t.steering.cfg }

// Again returns the pages that are picked once more. If only is not nil, only such pages are, and none that a trap rule held.
func (t *Trackers) Again(only func(crawl.Page) bool) crawl.Again {
	if only != nil {
		return listed{releases{t}, only}
	}
	return releases{t}
}

// HasTraps reports whether trap rules can judge: the crawl was begun with them.
func (t *Trackers) HasTraps() bool { return t.doubts.guard != nil }

// SetChanges sets the changes of the configuration by later runs.
func (t *Trackers) SetChanges(changes []folder.Change) {
	t.steering.changes, t.steering.released = changes, nil
}

// Worth reports whether a request may bring more of a page than what is kept, under the limits of this run.
func (t *Trackers) Worth(p crawl.Page, body, read int64) bool { return t.parts.worth(p, body, read) }

// NumberHosts returns the function that numbers the hosts of links in the order in which they are met.
func (t *Trackers) NumberHosts() func(crawl.Link) uint32 {
	t.hostNumbers.set(nil)
	return t.hostNumbers.number
}

// A Standing is how a crawl stands.
type Standing struct {
	Counts Counts
	Hosts  int
	Size   estimate.Interval
	Cut    *Cut // what was cut, some while ago; nil if nothing was
}

// Standing returns how the crawl stands. It may be called from any goroutine.
func (t *Trackers) Standing() Standing {
	x := &t.tally
	x.mu.Lock()
	defer x.mu.Unlock()
	return Standing{x.counts.Clone(), x.hosts, x.size, x.cut}
}

// Numbers returns how many pages were learnt, and how many are known, in scope or not. It may be called from any goroutine.
func (t *Trackers) Numbers() (learnt, known uint64) { return t.tally.numbers() }

// Counts returns the counts for the goroutine of the loop, without a copy.
func (t *Trackers) Counts() *Counts { return &t.tally.counts }

// Settle brings estimate and cuts up to date.
func (t *Trackers) Settle() {
	t.tally.noteCuts()
	t.tally.resize()
}

// HostsMet returns how many hosts have a page that was picked.
func (t *Trackers) HostsMet() int { return len(t.hosts.of) }

// Complete returns the number of fetched pages as a share of the largest estimate of all pages; 0 if there is no
// estimate.
func (t *Trackers) Complete() float64 {
	size := t.tally.estimated()
	if math.IsInf(size.High, 0) || size.High == 0 {
		return 0
	}
	return float64(t.size.record.Fetches()) / size.High
}

// Seed returns a seed as a link, barred if a rule leaves it out. A graph has no rules for its seeds.
func (t *Trackers) Seed(url string) crawl.Out {
	if t.steering.begun.Web == folder.Graph {
		return crawl.Out{Key: frontier.Fingerprint([]byte(url)), Name: []byte(url)}
	}
	return t.judgedSeed(url)
}

func (t *Trackers) judgedSeed(url string) crawl.Out {
	v := t.steering.scope.Seed([]byte(url))
	return crawl.Out{Key: frontier.Fingerprint([]byte(url)), Name: []byte(url), Barred: !v.In, Why: v.Rule}
}

// More returns what a change of the configuration lets in: further seeds, and pages that were out of scope when they were
// found. It returns false if the log has that already.
func (t *Trackers) More(barred iter.Seq[crawl.Page], seeds func() []string) ([]crawl.Out, bool, error) {
	now := &t.steering
	if now.seedings > len(now.changes) {
		return nil, false, nil
	}
	if _, err := now.turn(len(now.changes) + 1); err != nil { // the seeds that follow count
		return nil, false, err
	}
	var outs []crawl.Out
	for _, s := range seeds() {
		outs = append(outs, t.judgedSeed(s))
	}
	for _, p := range now.changes[len(now.changes)-1].Lost {
		url, err := t.names.Name(nil, p)
		if err != nil {
			return nil, false, err
		}
		outs = append(outs, crawl.Out{Key: frontier.Fingerprint(url), Name: url, Kinds: kinds.Lost})
	}
	for p := range barred {
		url, err := t.names.Name(nil, p)
		if err != nil {
			return nil, false, err
		}
		if now.cfg.Nofollow && t.doubts.marks.at(p)&isEndorsed == 0 {
			continue
		}
		if r := t.roles.of.at(p); now.judgeKnown(url, r, t.depths.of.at(p), t.places.of.at(p)).In {
			outs = append(outs, crawl.Out{Key: frontier.Fingerprint(url), Name: url, Kinds: readmitted[r]})
		}
	}
	return outs, true, nil
}
