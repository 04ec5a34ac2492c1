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

// A crawl keeps within a memory budget. Named parts of it are reserved before the crawl begins: for the process,
// for responses that are not learnt yet, for the workers. Workers wait for each other rather than exceed their
// part. If memory is short, there are fewer workers, and pages are kept up to a smaller size.
//
// The rest is for the memory of known pages, which only grows. Each tracker reports its size, and the crawl ends
// before a reply that might not fit. The count includes the moment at which a growing part moves, and the buffer
// of a checkpoint.

// A memory is how a crawl keeps within its budget.
type memory struct {
	fetch.Room
	budget *mem.Budget
	window int   // picks under way at most
	picks  int64 // for visits
	known  int64 // bytes for known pages
	trust  bool  // there is enough for estimates of trust

	taken atomic.Int64 // bytes of known pages at the last check of a reply
	full  atomic.Bool
}

const (
	// defaultBody is the default largest size of a page; leastBody is used if memory is short.
	defaultBody = 64 << 20
	leastBody   = 1 << 20
	// headBytes is the largest size of a response without its body.
	headBytes = 320 << 10
	// workerBytes is the most that a worker keeps between pages: buffers of packer and reader, two replies,
	// connections.
	workerBytes = 6 << 20
	// visitBytes is the memory of a pick under way, with a URL of usual length and a new host.
	visitBytes = 2 << 10
	// originalBytes is the memory of a remembered payload.
	originalBytes = 110
	// replyBytes is the lasting memory of a fetched page, linkBytes of a found page, and hostBytes of a host
	// (besides its name) if the strategy numbers hosts.
	replyBytes, linkBytes, hostBytes = 4 << 10, 256, 1 << 10
	// groupBytes is the most that trap rules keep per group of URLs, in memory and in the buffer of a checkpoint.
	groupBytes = 40 << 10
	// strategyBytes is the most that a strategy keeps per page: score, place, order and more, in slices that grow.
	strategyBytes = 48
	seedBytes     = 400
	// leastKnown is the least memory of a page.
	leastKnown  = 15
	cookieBytes = 64 << 20
	// leastRoom is the memory that must be left for known pages.
	leastRoom = 3 << 20
)

const (
	readPart  = "pages that are read"
	knownPart = "known pages"
	trustPart = "estimates of how far the ranking can be trusted"
)

// planMemory divides the budget of a run. If the budget is too small, the error gives the least sufficient one. It
// is found step by step, because some parts are shares of the budget.
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
	// Estimates for display are left out if they would leave less to the crawl than they take.
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

// MemoryOfTrust is the memory for estimates of trust during a crawl: first a snapshot is made, then its ranking.
func MemoryOfTrust(budget int64) int64 { return max(2*budget/5, mem.Base+mem.Least+budget/25) }

func (m *memory) reserve(parts ...mem.Part) error {
	for _, p := range parts {
		if err := m.budget.Reserve(p.Name, p.Bytes); err != nil {
			return err
		}
	}
	return nil
}

// planWork reserves the memory of fetching. Workers get at most a quarter of what is there, replies half of the
// rest. Picks under way get an eighth of the remainder, unless the settings require more.
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

// planLive reserves the memory of responses of the Web.
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
		mem.Part{Name: "responses under way, of up to " + mem.Format(m.Body), Bytes: m.Answers}, mem.Part{Name: readPart, Bytes: reading},
		mem.Part{Name: "replies that wait to be learnt", Bytes: m.Replies + 2*m.Body},
	)
}

// flightBytes is the memory of a page of the given size until it is learnt: as received, while it is read, and
// packed in a slice that grows.
func flightBytes(body int64) int64 {
	return body + headBytes + fetch.ReadFactor*min(body, fetch.MaxDecoded) + 2*body
}

// widened adds the memory that is left to the memory that is needed, up to the most that helps.
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
	if f := j.feed.Load(); f != nil {
		sum += f.Bytes()
	}
	sum += max(visits-j.memory.picks, 0)
	j.memory.taken.Store(sum)
	return sum
}

// fits says whether known pages still fits once a reply was learnt. If it does not, the crawl ends before it.
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
	j.end(fmt.Sprintf("the memory for known pages is full: %s of %s, and the next reply takes %s", mem.Format(known), mem.Format(j.memory.known),
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
		for total < math.MaxInt64/4 && m.known < known { // a part of each addition goes to the work
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
