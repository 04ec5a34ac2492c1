package livecrawl

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/strategy"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
)

// A crawl lives within a budget. Named parts of it are taken before it begins: for the process, for what was requested
// and is not learnt yet, for the workers. These wait for each other rather than take more, and where there is little
// memory they are fewer, and pages are kept up to a smaller size. What is left is for what has to be remembered of
// pages, which only grows: each tracker says how much it takes, and the crawl ends before a reply that might not fit.
// So that it never takes more, all that grows is counted with the moment at which it moves, and with the buffer in
// which a checkpoint is made.

// A memory is how a crawl keeps within its budget.
type memory struct {
	fetch.Room
	budget *mem.Budget
	window int   // picks under way at most
	picks  int64 // for visits
	known  int64 // bytes for what is known of pages
	trust  bool  // there is enough for estimates of trust

	taken atomic.Int64 // what is known of pages took when a reply was looked at last
	full  atomic.Bool
}

const (
	// defaultBody is how much of a page is kept if nobody says so, and leastBody if memory is short.
	defaultBody = 64 << 20
	leastBody   = 1 << 20
	// headBytes is what an answer may have besides its body.
	headBytes = 320 << 10
	// workerBytes is what a worker keeps from page to page at most: buffers of packer and reader, two replies, connections.
	workerBytes = 6 << 20
	// visitBytes is what a pick under way takes, with a URL of usual length and its host, if that is new.
	visitBytes = 2 << 10
	// originalBytes is what a payload takes that is remembered.
	originalBytes = 110
	// replyBytes is what a page that was had leaves behind, linkBytes what one does that is found, and hostBytes
	// besides its host, if the strategy numbers hosts.
	replyBytes, linkBytes, hostBytes = 4 << 10, 256, 1 << 10
	// groupBytes is what trap rules keep of a group of URLs at most, in memory and in the buffer of a checkpoint.
	groupBytes = 40 << 10
	// strategyBytes is what a strategy takes for a page at most: score, place, order and more, in slices that grow.
	strategyBytes = 48
	seedBytes     = 400
	// leastKnown is what a page takes at the least.
	leastKnown  = 15
	cookieBytes = 64 << 20
	// leastRoom is what has to be left for what is known of pages.
	leastRoom = 3 << 20
)

const (
	readPart  = "pages that are read"
	knownPart = "what is known of pages"
	trustPart = "estimates of how far the ranking can be trusted"
)

// planMemory shares the budget of a run out. If it is too small the error says the least that is not: some parts are
// shares of it, so that it is found step by step.
func planMemory(c *folder.Config, o *Options) (*memory, error) {
	m, err := shareOut(c, o, mem.OrHalf(o.Memory))
	for least := err; least != nil; {
		short, ok := errors.AsType[*mem.ShortError](least)
		if !ok {
			return nil, least
		}
		short.Budget = mem.OrHalf(o.Memory)
		err = short
		_, least = shareOut(c, o, (short.Need+1<<20-1)&^(1<<20-1))
	}
	return m, err
}

func shareOut(c *folder.Config, o *Options, total int64) (*memory, error) {
	m := &memory{budget: mem.NewBudget("the crawl in "+o.Dir, total), window: c.Window}
	b := m.budget
	fixed := []mem.Part{{Name: "garbage that is not collected yet", Bytes: b.Total / 16}, {Name: "the last names and the log", Bytes: frontier.LocalBytes}}
	seeds := int64(0) // in the configuration, in the scope, and as links
	for _, s := range c.Seeds {
		seeds += seedBytes + 3*int64(len(s))
	}
	fixed = append(fixed, mem.Part{Name: digits.Plural(len(c.Seeds), "seed"), Bytes: seeds})
	if o.Net.Cookies || len(o.Net.CookieList) > 0 {
		fixed = append(fixed, mem.Part{Name: "cookies", Bytes: cookieBytes})
	}
	// Who only looks on has no estimates where that would leave less for the crawl than for them.
	if trust := MemoryOfTrust(b.Total); o.Trust != nil && (o.Limits.AboutTrust() || b.Left() > 2*trust) {
		m.trust, fixed = true, append(fixed, mem.Part{Name: trustPart, Bytes: trust})
	}
	if err := m.reserve(fixed...); err != nil {
		return nil, err
	}
	if err := m.planWork(c, o); err != nil {
		return nil, err
	}
	m.known = max(b.Left(), leastRoom, replyBytes+groupBytes+(linkBytes+hostBytes)*int64(len(c.Seeds))) // the first reply has the seeds
	return m, m.reserve(mem.Part{Name: knownPart, Bytes: m.known})
}

// MemoryOfTrust is what estimates of trust may take beside a crawl: first a snapshot is made, then its ranking.
func MemoryOfTrust(budget int64) int64 { return max(2*budget/5, mem.Base+mem.Least+budget/25) }

func (m *memory) reserve(parts ...mem.Part) error {
	for _, p := range parts {
		if err := m.budget.Reserve(p.Name, p.Bytes); err != nil {
			return err
		}
	}
	return nil
}

// planWork takes what those who fetch need: of what there is a quarter for workers at most, half of the rest for
// replies, and an eighth of what is left then for picks under way, unless they must be so many.
func (m *memory) planWork(c *folder.Config, o *Options) error {
	b, left := m.budget, m.budget.Left()
	asked := cmp.Or(o.Net.Workers, DefaultWorkers)
	m.Workers = int(min(int64(asked), max(left/4/workerBytes, 1)))
	if err := m.reserve(mem.Part{Name: digits.Plural(m.Workers, "worker"), Bytes: workerBytes * int64(m.Workers)}); err != nil {
		return err
	}
	if c.Web == folder.Live {
		if err := m.planLive(o, left); err != nil {
			return err
		}
	} else if c.Web == folder.Archive {
		// Each page may be the largest; where memory is short they are read in turn, and cut.
		room := max(min(fetch.StoredFactor*fetch.MaxDecoded*int64(m.Workers), b.Left()/2), fetch.StoredFactor*leastBody)
		m.Body, m.Reading = min(room/fetch.StoredFactor, fetch.MaxDecoded), mem.NewRoom(room)
		if err := m.reserve(mem.Part{Name: readPart, Bytes: room}); err != nil {
			return err
		}
	}
	if !c.Strict {
		m.window = int(min(int64(m.window), max(b.Left()/8/visitBytes, 2*int64(m.Workers))))
	}
	m.picks = visitBytes*int64(m.window) + memo.TwiceBytes*memo.TwiceAtOnce
	return m.reserve(mem.Part{Name: digits.Plural(m.window, "pick") + " under way", Bytes: m.picks})
}

// planLive takes what answers of the Web need.
func (m *memory) planLive(o *Options, left int64) error {
	m.Robots = min(64<<20, left/16)
	if !o.NoDedup {
		m.Originals = int(min(fetch.MaxOriginals, left/32/originalBytes))
	}
	err := m.reserve(mem.Part{Name: "robots.txt files", Bytes: m.Robots}, mem.Part{Name: "contents that the archive has", Bytes: originalBytes * int64(m.Originals)})
	if err != nil {
		return err
	}
	share := m.budget.Left() / 2
	if m.Body = o.Net.MaxBody; m.Body == 0 {
		m.Body = defaultBody
		for m.Body > leastBody && flightBytes(m.Body) > share {
			m.Body -= leastBody
		}
	}
	more := max(share-flightBytes(m.Body), 0)
	m.Answers = widened(m.Body+headBytes, more/4, 64<<20)
	reading := widened(fetch.ReadFactor*min(m.Body, fetch.MaxDecoded), more/2, 512<<20)
	m.Replies = widened(0, more/4, 64<<20)
	m.Reading = mem.NewRoom(reading)
	return m.reserve(
		mem.Part{Name: "answers that are received, of up to " + mem.Format(m.Body), Bytes: m.Answers}, mem.Part{Name: readPart, Bytes: reading},
		mem.Part{Name: "replies that wait to be learnt", Bytes: m.Replies + 2*m.Body},
	)
}

// flightBytes is what a page of a size takes until it is learnt: as it was received, while it is read, and packed in a
// slice that grows.
func flightBytes(body int64) int64 {
	return body + headBytes + fetch.ReadFactor*min(body, fetch.MaxDecoded) + 2*body
}

// widened adds to what is needed as much as there is, up to what is of use.
func widened(need, more, most int64) int64 { return need + min(more, max(most-need, 0)) }

// remembered bounds what the crawl has to remember of pages. Of visits, and of the queues that they wait in, only
// that counts for which no room was taken.
func (j *Job) remembered() int64 {
	t, n := j.trackers, j.book.pages.Len()
	visits := t.VisitBytes()
	sum := t.Bytes() - visits + j.book.frontier.Bytes() + strategyBytes*int64(n) + mem.Map(j.order.scores, 12) + j.order.more()
	sum += 3 * mem.List(n/8+1, 1) // the sets of the loop
	if j.source.live != nil {
		remembered, queued := j.source.live.Bytes()
		sum += remembered
		visits += queued
	}
	sum += max(visits-j.memory.picks, 0)
	j.memory.taken.Store(sum)
	return sum
}

// fits says whether what is known of pages still fits once a reply was learnt. If it does not, the crawl ends before it.
func (j *Job) fits(r *crawl.Reply) bool {
	of := int64(linkBytes)
	if j.order.choice.Wants == strategy.Hosts {
		of += hostBytes
	}
	known := j.remembered()
	if known+replyBytes+groupBytes+of*int64(len(r.Links)) <= j.memory.known {
		return true
	}
	j.memory.full.Store(true)
	j.end(fmt.Sprintf("the memory for what is known of pages is full: %s of %s, and the next reply has %s", mem.Format(known), mem.Format(j.memory.known),
		digits.Plural(len(r.Links), "link")))
	if j.source.live != nil {
		j.source.live.Unlearnt(r)
	}
	return false
}

// fitsReplay refuses to continue with a crawl that remembers more than there is room for.
func (j *Job) fitsReplay(known int64) error {
	if room := j.memory.known; known > room {
		m, total := j.memory, j.memory.budget.Total
		for total < math.MaxInt64/4 && m.known < known { // of what is added a part goes to the work
			total += total / 8
			larger, err := shareOut(&j.cfg, &j.opts, total)
			if err != nil {
				return err
			}
			m = larger
		}
		return &mem.ShortError{What: j.memory.budget.What, Need: total, Budget: j.memory.budget.Total}
	}
	return nil
}

// Memory says how a crawl keeps within its budget.
//
//json:object memory of a crawl
//json:note `weft crawl --plan` prints this object, too.
type Memory struct {
	Budget int64      `json:"budget"` // memory budget (`--memory`), bytes
	Parts  []mem.Part `json:"parts"`  // parts reserved before the crawl began; their sum is at most the budget
	// upper bound of the memory for known pages, which is in the last part, bytes; 0 before the first
	// reply
	Known int64 `json:"known"`
	Full  bool  `json:"full"` // the run ended because this part was full
}

func (m *memory) status() Memory {
	return Memory{Budget: m.budget.Total, Parts: m.budget.Parts(), Known: m.taken.Load(), Full: m.full.Load()}
}

// PlanMemory says how a crawl would share out its budget.
func PlanMemory(c *folder.Config, o Options) (Memory, error) {
	m, err := planMemory(c, &o)
	if err != nil {
		return Memory{}, err
	}
	return m.status(), nil
}
