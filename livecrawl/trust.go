package livecrawl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"weft/algo/hak"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

// A Trust estimates how far the order of the crawled pages by PageRank can be trusted. The estimator fills in the
// first part, and the job adds the facts about its input.
//
//json:object trust
type Trust struct {
	Gamma   float64  `json:"gamma"`            // γ, the share of the links of crawled pages that lead to crawled pages
	HAK     float64  `json:"hak"`              // HAK, the estimate of Kendall's tau between this ranking and that of the whole
	Crawled int      `json:"crawled"`          // pages whose links are known
	Ghosts  int      `json:"ghosts"`           // pages whose links are not known
	Pages   float64  `json:"estimated_pages"`  // estimated number of pages of a complete crawl; 0 if unknown
	Doubts  []string `json:"doubts,omitempty"` // reasons to doubt the estimate

	Learnt uint64        `json:"learnt"`  // responses processed when it was made
	Made   time.Time     `json:"made"`    // time of the estimate, RFC 3339
	Took   time.Duration `json:"took_ns"` // duration including the snapshot, ns
}

// An Assess function estimates how far the ranking of a crawl can be trusted.
type Assess func(ctx context.Context, c *store.Crawl) (Trust, error)

// AssessSnapshot estimates how far the ranking of a snapshot can be trusted. Figures that are no numbers are errors.
func AssessSnapshot(ctx context.Context, s *Snapshot, assess Assess) (*Trust, error) {
	begin := time.Now()
	c, err := store.Open(s.Dir)
	if err != nil {
		return nil, err
	}
	defer c.Close() //nolint:errcheck // only read
	t, err := assess(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, v := range []float64{t.Gamma, t.HAK, t.Pages} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%s: gamma %v, HAK %v and %v pages are no numbers", s.Dir, t.Gamma, t.HAK, t.Pages)
		}
	}
	t.Learnt, t.Made, t.Took = s.Learnt, begin, s.Took+time.Since(begin)
	return &t, nil
}

// About returns the figure that a rule of that name compares, 0 without an estimate. sound reports whether the
// rule may use it: a very small crawl always looks good, and in a folded or thin crawl HAK rises as the crawl gets
// worse.
func (t *Trust) About(name string) (v float64, sound bool) {
	if t == nil {
		return 0, false
	}
	sound = !t.doubted(hak.Small) && !t.doubted(hak.Nothing)
	if name == gammaRule {
		return t.Gamma, sound
	}
	return t.HAK, sound && !t.doubted(hak.Folded) && !t.doubted(hak.Thin)
}

func (t *Trust) doubted(d hak.Doubt) bool { return slices.Contains(t.Doubts, string(d)) }

// Names of the rules about trust.
const (
	gammaRule = "gamma"
	hakRule   = "hak"
)

// AboutTrust says whether a rule is about trust.
func (c Condition) AboutTrust() bool { return c.Name == gammaRule || c.Name == hakRule }

// AboutTrust says whether a limit is about trust.
func (l *Limits) AboutTrust() bool { return slices.ContainsFunc(l.Until, Condition.AboutTrust) }

const (
	// firstEstimate is at how many pages learnt the first estimate is made.
	firstEstimate = 100
	// moreOfRule and moreOfView are by which share of the pages learnt there must be more for the next one.
	moreOfRule, moreOfView = 10, 20 // a tenth, a twentieth
	// restOfView is how many times as long as an estimate took nothing is estimated after it.
	restOfView = 20
	// lookOfView is how often it is looked whether one is due.
	lookOfView = 500 * time.Millisecond
)

// ruleEstimate returns the first number of learnt pages, from n on, at which rules are checked: 100, 110, 121, 133
// and so on. It depends on nothing else, so a resumed crawl stops at the same page.
func ruleEstimate(n uint64) uint64 {
	at := uint64(firstEstimate)
	for at < n {
		at += at / moreOfRule
	}
	return at
}

// An assessor estimates during a crawl how far the ranking can be trusted. Estimates for a rule are made in the
// goroutine of the loop, others beside it.
type assessor struct {
	assess   Assess // nil if not needed
	words    func(error) string
	dir      string
	snapshot ingest.Options
	ruled    bool
	ctx      context.Context //nolint:containedctx // it ends with the run
	cancel   context.CancelCauseFunc
	wait     sync.WaitGroup
	next     uint64 // with a rule: pages learnt at which the next one is made

	mu      sync.Mutex
	newest  *Trust
	trouble string // why there is no newer one
}

func newAssessor(o *Options) *assessor {
	a := &assessor{assess: o.Trust, words: o.words, dir: o.Dir, snapshot: o.Snapshot, ruled: o.Limits.AboutTrust()}
	a.snapshot.Workers, a.snapshot.Progress = 1, nil // the others have pages to fetch
	a.ctx, a.cancel = context.WithCancelCause(context.Background())
	return a
}

// state returns the newest estimate, nil before the first, and why there is no newer one, if that was tried.
func (a *assessor) state() (*Trust, string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.newest, a.trouble
}

// unable notes why there are no estimates.
func (a *assessor) unable(what string) {
	if a.assess != nil {
		a.assess, a.trouble = nil, "there is too little memory for "+what
	}
}

// begin starts estimating, after the replay of the log. With a rule it may make an estimate at once: a crawl that
// was stopped or killed before an estimate must not learn more pages first. It returns the result of atPage.
func (a *assessor) begin(counts func() (learnt, known uint64)) (made bool, err error) {
	if a.assess == nil {
		return false, nil
	}
	if !a.ruled {
		a.wait.Go(func() { a.follow(counts) })
		return false, nil
	}
	learnt, known := counts()
	a.next = ruleEstimate(learnt)
	return a.atPage(learnt, known)
}

// end ends what is under way.
func (a *assessor) end() {
	a.cancel(nil)
	a.wait.Wait()
}

// atPage makes an estimate for rules if the number of learnt pages requires one. If the run ends meanwhile, it
// returns the reason: no page may be learnt before that estimate is made.
func (a *assessor) atPage(learnt, known uint64) (made bool, err error) {
	if !a.ruled || learnt < a.next {
		return false, nil
	}
	made = a.try(known)
	if a.ctx.Err() != nil {
		return false, context.Cause(a.ctx)
	}
	a.next = ruleEstimate(learnt + 1)
	return made, nil
}

// follow makes estimates beside the crawl.
func (a *assessor) follow(counts func() (learnt, known uint64)) {
	tick := time.NewTicker(lookOfView)
	defer tick.Stop()
	p := viewPace{next: firstEstimate}
	for {
		if learnt, known := counts(); p.due(learnt, time.Now()) {
			begin := time.Now()
			a.try(known)
			p.made(learnt, begin, time.Now())
		}
		select {
		case <-a.ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// A viewPace decides when an estimate for display is worth its cost.
type viewPace struct {
	next  uint64    // pages learnt
	after time.Time // and not before
}

func (p *viewPace) due(learnt uint64, now time.Time) bool {
	return learnt >= p.next && !now.Before(p.after)
}

func (p *viewPace) made(learnt uint64, begin, end time.Time) {
	p.next, p.after = learnt+learnt/moreOfView, end.Add(restOfView*end.Sub(begin))
}

// try makes an estimate of the pages learnt so far, and keeps it, or the reason of its failure. A failure ends
// nothing.
func (a *assessor) try(known uint64) bool {
	t, err := a.make(known)
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.ctx.Err() != nil || errors.Is(err, ingest.ErrBadInput): // the run ends, or no page has come yet
		return false
	case err != nil:
		a.trouble = a.words(err)
		return false
	}
	a.newest, a.trouble = t, ""
	return true
}

func (a *assessor) make(known uint64) (*Trust, error) {
	if err := a.ctx.Err(); err != nil {
		return nil, err
	}
	o := a.snapshot
	o.Memory = memoryBeside(o.Memory, known)
	o.Now = time.Now().UTC().Truncate(time.Second)
	var t *Trust
	_, err := makeSnapshot(a.ctx, a.dir, o, func(s *Snapshot) (err error) {
		t, err = AssessSnapshot(a.ctx, s, a.assess)
		return err
	})
	return t, err
}

// memoryBeside returns what a snapshot may take beside a crawl: a quarter of the budget, or what it needs if that is more.
func memoryBeside(budget int64, known uint64) int64 {
	need := mem.Base + mem.Least + 8*int64(min(known, 1<<40)) //nolint:gosec // bounded
	return min(max(budget/4, need), budget)
}
