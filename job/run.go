package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"weft/crawl"
	"weft/frontier"
	"weft/internal/digits"
)

// A Result says how a run ended.
type Result struct {
	Why   string      `json:"why"`                   // it ended
	Done  bool        `json:"done"`                  // nothing is left to be fetched
	Seeds []SeedError `json:"seed_errors,omitempty"` // why seeds were not fetched
	Bad   int64       `json:"bad_records,omitempty"` // of replayed archives: they cannot be read, and their pages are absent
	// Duplicates are answers of this run whose payload the archive had already; Forgotten are payloads that are not looked for any more.
	Duplicates uint64      `json:"duplicates,omitempty"`
	Forgotten  uint64      `json:"duplicates_forgotten,omitempty"`
	Stats      crawl.Stats `json:"-"`
	Status                 // its fields stand beside the others in JSON
}

// Run crawls until nothing is left, a limit is reached, or it is stopped. When ctx ends what is under way is given up; it is fetched
// again when the crawl goes on.
func (j *Job) Run(ctx context.Context) (Result, error) {
	caller := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	j.mu.Lock()
	j.cancel = cancel
	j.mu.Unlock()
	defer j.trust.end()
	defer context.AfterFunc(ctx, func() { j.trust.cancel(ctx.Err()) })()
	if j.opts.Limits.Time > 0 {
		t := time.AfterFunc(j.opts.Limits.Time, func() { j.Stop(fmt.Sprintf("the limit of %s was reached", j.opts.Limits.Time)) })
		defer t.Stop()
	}
	o := crawl.Options{
		Web: j.web, Strategy: j.strategy, Pages: j.known, Seeds: j.seeds(), Window: j.cfg.Window, Workers: j.workers(), Arrival: !j.cfg.Strict,
		Limit: j.opts.Limits.Pages, Batch: j.opts.Limits.Batch, Log: listener{j.journal, j.trackers}, Watch: j.watch, Stop: j.stop, Checkpoint: j.checkpoint,
	}
	o.Again, o.More = releases{j.trackers}, j.more
	if j.live != nil {
		o.Queue = j.live
	}
	history, err := j.replay(&o)
	if err != nil {
		return Result{}, err
	}
	if history != nil {
		defer history.Close() //nolint:errcheck // only read
	}
	j.rest()
	stats, err := crawl.Run(ctx, o)
	j.trust.end()
	if errors.Is(err, context.Canceled) && caller.Err() == nil { // patience was over
		stats.Stopped, err = true, nil
	}
	if e := j.trackers.visits.failed(); e != nil {
		err = e
	}
	j.trackers.tally.noteCuts()
	r := Result{Stats: stats, Bad: j.bad, Status: j.Status()}
	for _, o := range o.Seeds {
		if o.Barred {
			r.Seeds = append(r.Seeds, SeedError{string(o.Name), o.Why})
		}
	}
	if j.archiver != nil {
		r.Duplicates, r.Forgotten = j.archiver.originals.counts()
		r.Seeds = append(r.Seeds, j.archiver.trouble...)
	}
	switch {
	case err != nil:
		j.setWhy(j.opts.words(err))
	case stats.Stopped:
		j.setWhy(fmt.Sprintf("%s %s fetched", digits.Plural(stats.Fetched, "page"), digits.Verb(stats.Fetched, "was", "were")))
	case r.Unanswered.Pages > 0:
		j.setWhy(r.Unanswered.String())
	default:
		r.Done = true
		j.setWhy("nothing is left")
	}
	r.Why = j.reason()
	return r, errors.Join(err, j.writeNear(), j.writeWaiting(), j.writeCut())
}

// rest lets hosts alone for a delay when a crawl goes on, as nobody knows when they were asked last.
func (j *Job) rest() {
	if j.live == nil || len(j.folder.Runs) < 2 || j.live.polite.Delay == 0 {
		return
	}
	j.live.sched.Pause()
	time.AfterFunc(j.live.polite.Delay, j.live.sched.Resume)
}

func (j *Job) workers() int {
	if j.opts.Net.Workers > 0 {
		return j.opts.Net.Workers
	}
	return DefaultWorkers
}

// DefaultWorkers is how many pages are fetched at a time.
const DefaultWorkers = 32

// Stop ends the run; the first reason given is the one that is told.
func (j *Job) Stop(why string) {
	j.setWhy(why)
	j.end()
	j.once.Do(func() { close(j.stop) })
}

// Patience is how long pages that are being fetched may take when a run ends.
const Patience = 10 * time.Second

// end gives up what is being fetched when Patience is over.
func (j *Job) end() {
	j.trust.cancel(crawl.ErrStop)
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.ending && j.cancel != nil {
		j.ending = true
		time.AfterFunc(Patience, j.cancel)
	}
}

func (j *Job) setWhy(why string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.why == "" {
		j.why = why
	}
}

func (j *Job) reason() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.why
}

// watch learns a reply, and looks at the limits.
func (j *Job) watch(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if err := j.trackers.learn(p, r, links, !j.replaying); err != nil {
		return err
	}
	if p.Page == crawl.None {
		return nil
	}
	if pc, ok := r.Attached.(*parcel); ok && j.live != nil {
		j.live.larder.take(p.Seq+1, pc.weight)
		pc.empty()
	}
	if j.replaying { // what held in the past need not hold now
		return nil
	}
	if _, err := j.trust.atPage(j.trackers.tally.numbers()); err != nil {
		return err
	}
	return j.stopAtLimit()
}

// beginTrust begins to estimate how far the ranking can be trusted, which may end a crawl that goes on at once.
func (j *Job) beginTrust() error {
	made, err := j.trust.begin(j.trackers.tally.numbers)
	if err != nil || !made {
		return err
	}
	return j.stopAtLimit()
}

// stopAtLimit returns crawl.ErrStop if a limit was reached.
func (j *Job) stopAtLimit() error {
	why := j.opts.Limits.reached(j)
	if why == "" {
		return nil
	}
	j.setWhy(why)
	j.end()
	return crawl.ErrStop
}

// seeds are what the crawl starts from.
func (j *Job) seeds() []crawl.Out {
	var out []crawl.Out
	for _, s := range j.startFrom {
		o := crawl.Out{Key: frontier.Fingerprint([]byte(s)), Name: []byte(s)}
		if j.cfg.Web != Graph {
			v := j.trackers.steering.scope.Seed(o.Name)
			o.Barred, o.Why = !v.In, v.Rule
		}
		out = append(out, o)
	}
	return out
}

// Close ends the run, and frees the folder.
func (j *Job) Close() error {
	var errs []error
	if j.journal != nil {
		errs = append(errs, j.keepLog(), j.journal.Close())
	}
	for _, end := range j.closers {
		errs = append(errs, end())
	}
	if n := len(j.folder.Runs); n > 0 && j.journal != nil {
		j.folder.Runs[n-1].Ended, j.folder.Runs[n-1].Why = time.Now().UTC().Truncate(time.Second), j.reason()
		j.folder.Runs[n-1].Whole = errors.Join(errs...) == nil
		errs = append(errs, j.folder.write(j.opts.Dir))
	}
	errs = append(errs, j.lock.Release())
	return errors.Join(errs...)
}
