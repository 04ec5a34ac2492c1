package livecrawl

import (
	"iter"
	"math"

	"weft/crawl"
	"weft/crawl/estimate"
	"weft/crawl/frontier"
)

// at returns the visit of a pick; nil if it is not under way. It may be called from any goroutine.
func (t *trackers) at(seq uint64) *visit { return t.visits.at(seq) }

// err returns what start could not say; nil if nothing went wrong.
func (t *trackers) err() error { return t.visits.failed() }

// listen adds to the note of a reply what its page says that the site has not said before.
func (t *trackers) listen(p crawl.Pick, r *crawl.Reply, h *heard) {
	if v := t.visits.at(p.Seq); v != nil {
		t.doubts.listen(v, r, h)
	}
}

// firstPick returns the first pick that is under way, or would be the next.
func (t *trackers) firstPick() uint64 { return t.visits.first() }

// visitBytes is the part of bytes that visits under way take.
func (t *trackers) visitBytes() int64 { return t.visits.bytes() }

// config returns the configuration that holds now. Workers may read it once the log was replayed.
func (t *trackers) config() *Config { return t.steering.cfg }

// again returns the pages that are picked once more.
func (t *trackers) again() crawl.Again { return releases{t} }

// hasTraps reports whether trap rules can judge: the crawl was begun with them.
func (t *trackers) hasTraps() bool { return t.doubts.guard != nil }

// setChanges says what later runs have changed of the configuration.
func (t *trackers) setChanges(changes []Change) { t.steering.changes = changes }

// worth reports whether a request may bring more of a page than what is kept, under the limits of this run.
func (t *trackers) worth(p crawl.Page, body, read int64) bool { return t.parts.worth(p, body, read) }

// numberHosts returns the function that numbers the hosts of links in the order in which they are met.
func (t *trackers) numberHosts() func(crawl.Link) uint32 {
	t.hostNumbers.set(nil)
	return t.hostNumbers.number
}

// A standing is how a crawl stands.
type standing struct {
	counts Counts
	hosts  int
	size   estimate.Interval
	cut    *Cut // what was cut, some while ago; nil if nothing was
}

// standing returns how the crawl stands. It may be called from any goroutine.
func (t *trackers) standing() standing {
	x := &t.tally
	x.mu.Lock()
	defer x.mu.Unlock()
	return standing{x.counts.clone(), x.hosts, x.size, x.cut}
}

// numbers returns how many pages were learnt, and how many are known, in scope or not. It may be called from any goroutine.
func (t *trackers) numbers() (learnt, known uint64) { return t.tally.numbers() }

// counts returns the counts for the goroutine of the loop, without a copy.
func (t *trackers) counts() *Counts { return &t.tally.counts }

// settle brings estimate and cuts up to date.
func (t *trackers) settle() {
	t.tally.noteCuts()
	t.tally.resize()
}

// hostsMet returns how many hosts have a page that was picked.
func (t *trackers) hostsMet() int { return len(t.hosts.of) }

// complete returns the share of pages fetched of those that there are at most; 0 if nothing is known of that.
func (t *trackers) complete() float64 {
	record := &t.size.record
	size := t.tally.counts.sizeOf(record)
	if math.IsInf(size.High, 0) || size.High == 0 {
		return 0
	}
	return float64(record.Fetches()) / size.High
}

// seed returns a seed as a link, barred if a rule leaves it out. A graph has no rules for its seeds.
func (t *trackers) seed(url string) crawl.Out {
	if t.steering.begun.Web == Graph {
		return crawl.Out{Key: frontier.Fingerprint([]byte(url)), Name: []byte(url)}
	}
	return t.judgedSeed(url)
}

func (t *trackers) judgedSeed(url string) crawl.Out {
	v := t.steering.scope.Seed([]byte(url))
	return crawl.Out{Key: frontier.Fingerprint([]byte(url)), Name: []byte(url), Barred: !v.In, Why: v.Rule}
}

// more returns what a change of the configuration lets in: further seeds, and pages that were out of scope when they were
// found. It returns false if the log has that already.
func (t *trackers) more(barred iter.Seq[crawl.Page], seeds func() []string) ([]crawl.Out, bool, error) {
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
