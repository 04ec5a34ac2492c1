package livecrawl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"weft/crawl"
	"weft/crawl/journal"
	"weft/crawl/patience"
	"weft/internal/digits"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
)

// A listener is the log of a crawl. Before it writes a reply, it adds news about the page to the note of the reply.
type listener struct {
	*journal.Journal
	trackers *memo.Trackers
}

// Learnt implements [crawl.Log].
func (l listener) Learnt(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if h := fetch.HeardOf(r); h != nil && p.Page != crawl.None {
		l.trackers.Listen(p, r, h)
	}
	return l.Journal.Learnt(p, r, links)
}

// The life of a crawl: Create begins it in a new folder. Resume continues it, with another configuration if
// requested (steer.go). Run replays the log (checkpoint.go), fetches, and learns. From time to time it saves a
// checkpoint (checkpoint.go) and makes a snapshot (trust.go, snapshot.go). Any goroutine may call Pause, Unpause
// and Stop. Close ends the run, which Resume can continue.

// A Result says how a run ended.
type Result struct {
	Why        string            `json:"why"`                   // reason why the run ended
	Done       bool              `json:"done"`                  // each page was requested, except pages that a trap rule or a limit excludes
	Seeds      []fetch.SeedError `json:"seed_errors,omitempty"` // seeds that were not fetched, with the reason
	Bad        int64             `json:"bad_records,omitempty"` // records of replayed archives that cannot be read
	Duplicates uint64            `json:"duplicates,omitempty"`  // responses of this run whose content was already in the archive
	// contents dropped from the search for duplicates to save memory
	Forgotten uint64      `json:"duplicates_forgotten,omitempty"`
	Site      *Site       `json:"site,omitempty" absent:"another strategy"` // logical website that the crawl found
	Stats     crawl.Stats `json:"-"`
	Status                // its fields stand beside the others in JSON
}

// Create begins a crawl in a new folder.
func Create(c folder.Config, o Options) (*Job, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	checkShared(&c)
	if err := takeCredentials(&c, &o); err != nil {
		return nil, err
	}
	if err := mayBegin(o.Dir); err != nil {
		return nil, err
	}
	m, err := planMemory(&c, &o)
	if err != nil {
		return nil, err
	}
	j, err := lockFolder(o)
	if err != nil {
		return nil, err
	}
	j.cfg, j.memory = c, m
	if err := j.mayShare(); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	j.folder = &folder.Folder{Kind: folder.Kind, Format: folder.FormatOf(&c), Created: time.Now().UTC().Truncate(time.Second)}
	if err := j.begin(); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// Resume opens a crawl that was stopped or killed.
func Resume(o Options) (*Job, error) {
	found, err := folder.Read(o.Dir)
	if err != nil {
		return nil, folder.Rescuable(o.Dir, err)
	}
	j, err := lockFolder(o)
	if err != nil {
		return nil, err
	}
	j.folder = found
	if err := j.resume(); err != nil {
		return nil, errors.Join(folder.Rescuable(o.Dir, err), j.Close())
	}
	return j, nil
}

func (j *Job) resume() error {
	if j.opts.Note != nil {
		j.opts.Note("opening the crawl")
	}
	if err := j.finishRecovery(); err != nil {
		return err
	}
	found, err := folder.Read(j.opts.Dir)
	if err != nil {
		return err
	}
	j.folder = found
	cfg, err := folder.ReadConfig(j.opts.Dir)
	if err != nil {
		return err
	}
	j.cfg = *cfg
	if err := j.mayShare(); err != nil {
		return err
	}
	if j.memory, err = planMemory(cfg, &j.opts); err != nil {
		return err
	}
	if err := j.openJournal(); err != nil {
		return err
	}
	if j.book.pages, err = j.book.frontier.Numbers(); err != nil {
		return err
	}
	if err := j.switchStrategy(); err != nil {
		return err
	}
	if err := j.change(); err != nil {
		return err
	}
	return j.beginRun()
}

// Run crawls until nothing is left, a limit is reached, or it is stopped. When ctx ends what is under way is given up;
// it is fetched again when the crawl continues.
func (j *Job) Run(ctx context.Context) (Result, error) {
	caller := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	j.ending.cancels(cancel)
	defer j.trust.end()
	defer context.AfterFunc(ctx, func() { j.trust.cancel(ctx.Err()) })()
	if limit := j.opts.Limits.Time; limit > 0 {
		t := time.AfterFunc(limit, func() { j.Stop(fmt.Sprintf("the limit of %s was reached", limit)) })
		defer t.Stop()
	}
	if err := j.connect(ctx); err != nil {
		return Result{}, err
	}
	o := j.loop()
	history, err := j.replay(&o)
	if err != nil {
		return Result{}, errors.Join(folder.Rescuable(j.opts.Dir, err), j.leave(false, err))
	}
	if history != nil {
		defer history.Close() //nolint:errcheck // only read
	}
	j.rest()
	stats, err := crawl.Run(ctx, o)
	if len(j.opts.Only) > 0 && err == nil {
		j.ending.because(WhyListed)
		stats.Stopped = true // other pages are left
	}
	j.trust.end()
	if e := folder.Rescuable(j.opts.Dir, err); j.book.replaying && errors.Is(e, folder.ErrDamaged) { // nothing was learnt: the lists of the runs before hold
		return Result{}, e
	}
	if errors.Is(err, context.Canceled) && caller.Err() == nil { // patience was over
		stats.Stopped, err = true, nil
	}
	if e := j.trackers.Err(); e != nil {
		err = e
	}
	if e := j.leave(!stats.Stopped, err); err == nil {
		err = e
	}
	r := j.settle(stats, o.Seeds, err)
	site, failed := j.site()
	r.Site = site
	return r, errors.Join(err, failed, j.writeLists())
}

// loop returns the options of the crawl's loop, except the replay.
func (j *Job) loop() crawl.Options {
	o := crawl.Options{
		Web: j.source.web, Strategy: j.order.strategy, Pages: j.book.pages, Seeds: j.seeds(), Window: j.memory.window, Workers: j.memory.Workers, Arrival: !j.cfg.Strict,
		Limit: j.opts.Limits.Pages, Batch: j.opts.Limits.Batch, Log: listener{j.book.journal, j.trackers}, Learnt: j.learn, Stop: j.ending.stop, Checkpoint: j.checkpoint,
		Again: j.trackers.Again(nil), More: j.more, Fits: j.fits,
	}
	if len(j.opts.Only) > 0 {
		o.Only = j.order.only()
		o.Again = j.trackers.Again(o.Only)
	}
	var hosts crawl.Queue
	if j.source.live != nil {
		hosts = j.source.live
	}
	o.Queue = j.book.frontier.Queue(hosts)
	j.shareLoop(&o)
	return o
}

// settle says how a run ended.
func (j *Job) settle(stats crawl.Stats, seeds []crawl.Out, err error) Result {
	j.trackers.Settle()
	r := Result{Stats: stats, Bad: j.source.bad, Status: j.Status()}
	for _, o := range seeds {
		if o.Barred {
			r.Seeds = append(r.Seeds, fetch.SeedError{URL: string(o.Name), Reason: o.Why})
		}
	}
	if j.source.archiver != nil {
		r.Duplicates, r.Forgotten = j.source.archiver.Duplicates()
		r.Seeds = append(r.Seeds, j.source.archiver.SeedErrors()...)
	}
	switch {
	case err != nil:
		j.ending.because(j.opts.words(err))
	case stats.Stopped:
		j.ending.because(fmt.Sprintf("limit: %s %s fetched", digits.Plural(stats.Fetched, "page"), digits.Verb(stats.Fetched, "was", "were")))
	case r.Unanswered.Pages > 0:
		j.ending.because(r.Unanswered.String())
	case r.Frontier.whyShared() != "":
		j.ending.because(r.Frontier.whyShared())
	case r.Frontier != nil && stats.Picked == 0:
		r.Done = true
		j.ending.because("the shared frontier had no page for this crawl: others fetched them all, now or earlier. A crawl that is to fetch them again needs a frontier with another name")
	case r.Unanswered.Again() > 0:
		r.Done = true
		j.ending.because(whyFailed(&r.Unanswered))
	default:
		r.Done = true
		j.ending.because(whyDone(r.HeldBack()))
	}
	r.Why = j.ending.reason()
	return r
}

// whyFailed is the reason of a crawl whose next run requests pages again.
func whyFailed(u *patience.Waiting) string {
	var parts []string
	if u.Failed > 0 {
		parts = append(parts, digits.Plural(u.Failed, "page")+" failed")
	}
	if u.Parts > 0 {
		parts = append(parts, fmt.Sprintf("%s %s kept in part", digits.Plural(u.Parts, "page"), digits.Verb(u.Parts, "was", "were")))
	}
	return strings.Join(parts, ", ") + ": the next run requests " + digits.Verb(u.Failed+u.Parts, "it", "them") + " again"
}

// whyDone is the reason of a crawl that has fetched all pages except those that trap rules hold.
func whyDone(held uint64) string {
	if held == 0 {
		return "nothing is left"
	}
	return fmt.Sprintf("%s held back by trap rules %s left", digits.Plural(held, "page"), digits.Verb(held, "is", "are"))
}

// rest leaves hosts alone for a delay when a crawl resumes, because the times of their last requests are not
// known.
func (j *Job) rest() {
	if j.source.live != nil && len(j.folder.Runs) > 1 {
		j.source.live.Rest()
	}
}

// DefaultWorkers is how many pages are fetched at a time.
const DefaultWorkers = 32

// Pause stops further requests until Unpause. Requests under way continue to their end. It returns whether the
// crawl can be paused: a crawl of stored pages sends no requests and cannot.
func (j *Job) Pause() bool {
	if j.source.live == nil {
		return false
	}
	j.source.live.Pause()
	return true
}

// Unpause ends a pause. It returns whether the crawl can be paused.
func (j *Job) Unpause() bool {
	if j.source.live == nil {
		return false
	}
	j.source.live.Resume()
	return true
}

// learn learns a reply, and checks the limits.
func (j *Job) learn(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
	if err := j.trackers.Learn(p, r, links, !j.book.replaying); err != nil {
		return err
	}
	if err := j.shareLearnt(p, r, links); err != nil {
		return err
	}
	if err := j.order.err(); err != nil || p.Page == crawl.None {
		return err
	}
	if j.source.live != nil {
		j.source.live.Learnt(p, r)
	}
	if j.book.replaying { // what held in the past need not hold now
		if p.Seq%1024 != 0 {
			return nil
		}
		return j.fitsReplay(j.remembered())
	}
	if _, err := j.trust.atPage(j.trackers.Numbers()); err != nil {
		return err
	}
	return j.stopAtLimit()
}

// beginTrust begins to estimate how far the ranking can be trusted, which may end a crawl that continues at once.
func (j *Job) beginTrust() error {
	made, err := j.trust.begin(j.trackers.Numbers)
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
	j.end(why)
	return crawl.ErrStop
}

// seeds returns the pages from which the crawl starts.
func (j *Job) seeds() []crawl.Out {
	var out []crawl.Out
	for _, s := range j.source.startFrom {
		out = append(out, j.trackers.Seed(s))
	}
	return out
}

// Close ends the run, and frees the folder.
func (j *Job) Close() error {
	var errs []error
	if j.book.journal != nil {
		errs = append(errs, j.keepLog(), j.book.journal.Close())
	}
	for _, end := range j.closers {
		errs = append(errs, end())
	}
	if n := len(j.folder.Runs); n > 0 && j.book.journal != nil {
		j.folder.Runs[n-1].Ended, j.folder.Runs[n-1].Why = time.Now().UTC().Truncate(time.Second), j.ending.reason()
		errs = append(errs, j.sumLists())
		j.folder.Runs[n-1].Whole = errors.Join(errs...) == nil
		errs = append(errs, j.folder.Write(j.opts.Dir))
	}
	errs = append(errs, j.lock.Release())
	return errors.Join(errs...)
}
