package livecrawl

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"weft/crawl"
	"weft/crawl/journal"
	"weft/crawl/shared"
	"weft/crawl/strategy"
	"weft/internal/corrupt"
	"weft/internal/flock"
	"weft/internal/option"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
	"weft/livecrawl/share"
	"weft/making/ingest"
	"weft/web/live"
	"weft/web/warc"
)

// Options of one run of a crawl.
type Options struct {
	Dir string
	// Politeness, Net, Limits and what follows may be different in each run of a crawl.
	Politeness fetch.Politeness
	Net        live.Options // Workers is how many pages are fetched at a time
	Limits     Limits
	WARCSize   int64   // at which a WARC file is full; 0 for 1 GB
	NoDedup    bool    // what the archive has already is kept again
	Imprint    Imprint // what stands in the archive of it
	// Strategy, if not empty, takes over when a crawl is resumed; Scores is its file.
	Strategy, Scores string
	// Only, if not empty, are the canonical URLs that the run requests, of a crawl that is resumed. It also follows their
	// redirects. All other pages stay as they are, and Strategy is empty. The run after it continues the crawl.
	Only []string
	// Config, if not nil, is the new configuration of a resumed crawl; see folder.Latest. Web, strategy, order,
	// window and similar settings must stay. Pages that were left out are judged again.
	Config *folder.Config
	// Settings go into crawl.json, for the next run: see Folder.
	Settings         map[string][]string
	Command, Version string
	Note             func(what string) // told what takes long before the crawl begins; may be nil
	// Trust, if not nil, is asked while the crawl continues how far its ranking can be trusted; Limits about that need
	// it. It gets snapshots, which are made with these options.
	Trust    Assess
	Snapshot ingest.Options
	// Memory is the budget of the process in bytes; 0 stands for half of the machine's memory. If it is short,
	// Workers, the window of a crawl in the order of arrival and the default Net.MaxBody are reduced. A given
	// Net.MaxBody is not.
	Memory int64
	Words  func(error) string // what Status says of an error; nil stands for its own text
	// Sharing is needed by a crawl with Config.Frontier, and by no other.
	Sharing *Sharing
	// Frontiers, if not nil, keep known pages elsewhere than in this process and the folder.
	Frontiers Frontiers
}

func (o *Options) words(err error) string {
	if o.Words == nil {
		return err.Error()
	}
	return o.Words(err)
}

func (o *Options) frontiers() Frontiers {
	if o.Frontiers == nil {
		return localFrontiers{}
	}
	return o.Frontiers
}

// A Job is a crawl in a folder, open for one run.
type Job struct {
	home
	memory   *memory
	trackers *memo.Trackers
	book     book
	source   source
	order    order
	ending   ending
	trust    *assessor
	meter    meter
	told     messages
	client   *shared.Client // nil if the crawl does not share its frontier
	feed     atomic.Pointer[share.Feed]
	closers  []func() error // called by Close, in this order
}

// A book is the crawl's record of its pages: their names, and the journal.
type book struct {
	frontier  Frontier
	pages     crawl.Pages // of the frontier
	journal   *journal.Journal
	saved     int64 // size of the log at the last checkpoint
	state     int64 // size of that checkpoint
	replaying bool  // what is learnt is of the log
}

// A source is where pages come from.
type source struct {
	web       crawl.Web
	live      *fetch.Web      // web, if it is live
	files     *warc.Files     // nil if the Web is no live one
	archiver  *fetch.Archiver // likewise
	startFrom []string        // instead of the seeds
	bad       int64           // unreadable records in the replayed archives
}

// An order is in which order pages are fetched.
type order struct {
	strategy crawl.Strategy
	choice   strategy.Choice // which the strategy is
	since    uint64          // the first pick of the strategy
	scores   int             // pages with a score
	// capacities weighs links, in a crawl by flow.
	capacities *strategy.Weigher
}

// ErrOptions marks options of a run that make no sense.
var ErrOptions = errors.New("options")

// ErrExists says that a folder has something in it.
var ErrExists = errors.New("it is there already")

// begin creates the files of a new crawl, after the folder was locked.
func (j *Job) begin() error {
	if err := mayBegin(j.opts.Dir); err != nil {
		return err
	}
	if err := nothingKept(j.opts.Dir); err != nil {
		return err
	}
	for _, part := range []string{folder.LogDir, folder.FrontierDir, folder.WARCDir} { // of a Create that was killed
		if err := os.RemoveAll(j.path(part)); err != nil {
			return err
		}
	}
	return j.create()
}

// nothingKept refuses a folder that has a crawl without its crawl.json: a Create that was killed leaves no archive,
// and no reply in its log.
func nothingKept(dir string) error {
	entries, err := os.ReadDir(filepath.Join(dir, folder.WARCDir))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	kept := ""
	if len(entries) > 0 {
		kept = filepath.Join(folder.WARCDir, entries[0].Name())
	} else if journal.Began(filepath.Join(dir, folder.LogDir)) {
		kept = folder.LogDir
	}
	if kept == "" {
		return nil
	}
	return folder.Rescuable(dir, corrupt.Errorf("%s: %v, and has %s in it, though %s is missing", dir, ErrExists, kept, folder.CrawlFile))
}

// mayBegin refuses a folder that has anything but what a killed Create leaves.
func mayBegin(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil || len(entries) == 0 {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, folder.LockFile)); err != nil && !folder.Is(dir) { // no Create was here
		return fmt.Errorf("%s: %w, and has %s in it: name a new folder", dir, ErrExists, entries[0].Name())
	}
	for _, e := range entries {
		switch {
		case e.Name() == folder.CrawlFile:
			return option.Errorf("%s: %w: a crawl; {resume} %s continues it", dir, ErrExists, dir)
		case !slices.Contains([]string{folder.LockFile, folder.LogDir, folder.FrontierDir, folder.WARCDir}, e.Name()) && !strings.HasPrefix(e.Name(), "."+folder.CrawlFile) &&
			!strings.HasPrefix(e.Name(), folder.ScoresPrefix):
			return fmt.Errorf("%s: %w, and has %s in it: name a new folder", dir, ErrExists, e.Name())
		}
	}
	return nil
}

// lockFolder locks a crawl against other processes.
func lockFolder(o Options) (*Job, error) {
	if err := o.Imprint.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if o.Trust == nil && o.Limits.AboutTrust() {
		return nil, fmt.Errorf("%w: a limit is about trust, and trust is not estimated", ErrOptions)
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := flock.Acquire(filepath.Join(o.Dir, folder.LockFile))
	if err != nil {
		return nil, fmt.Errorf("%s: another process works on this crawl: %w", o.Dir, err)
	}
	return &Job{home: home{opts: o, lock: lock}, ending: ending{stop: make(chan struct{})}, meter: meter{began: time.Now()}, trust: newAssessor(&o)}, nil
}

func (j *Job) create() error {
	if err := j.cfg.Embed(j.opts.Dir); err != nil {
		return err
	}
	header, err := json.Marshal(j.cfg)
	if err != nil {
		return err
	}
	if err := j.useFrontier(j.opts.frontiers().Create(j.path(folder.FrontierDir))); err != nil {
		return err
	}
	if err := os.MkdirAll(j.path(folder.LogDir), 0o755); err != nil {
		return err
	}
	var archive journal.Archive
	var end journal.End
	if j.cfg.Web == folder.Live {
		if j.source.files, err = warc.CreateFiles(j.path(folder.WARCDir), j.warcOptions()); err != nil {
			return err
		}
		a, err := j.openArchiver()
		if err != nil {
			return err
		}
		archive, end = a, a.End()
	}
	if j.book.pages, err = j.book.frontier.Numbers(); err != nil {
		return err
	}
	if j.book.journal, err = journal.Create(j.path(folder.LogDir), header, j.book.frontier, archive, end); err != nil {
		return err
	}
	return j.beginRun()
}

// useFrontier makes the parts of the job that need the frontier. err is the error of opening the frontier.
func (j *Job) useFrontier(f Frontier, err error) error {
	if err != nil {
		return err
	}
	j.book.frontier = f
	j.closers = append(j.closers, f.Close)
	return j.build()
}

func (j *Job) openArchiver() (*fetch.Archiver, error) {
	j.closers = append(j.closers, j.source.files.Close)
	log, err := fetch.OpenLog(j.path(folder.LogDir, folder.CrawlLog))
	if err != nil {
		return nil, err
	}
	j.closers = append(j.closers, log.Close)
	times, err := folder.OpenTimes(j.path(folder.LogDir, folder.TimesFile))
	if err != nil {
		return nil, err
	}
	j.closers = append(j.closers, times.Close)
	j.source.archiver, err = j.source.live.NewArchiver(j.source.files, log, times, j.book.frontier, j.settings)
	return j.source.archiver, err
}

// openLive makes the live Web.
func (j *Job) openLive() error {
	now := cmp.Or(j.opts.Config, j.latest())
	o := fetch.Options{Politeness: j.opts.Politeness, Net: j.opts.Net, Robots: now.Robots, Room: &j.memory.Room, Tell: j.told.add, Only: j.order.only(), Hold: j.hold(), Idles: j.idles}
	if !j.opts.NoDedup {
		o.Archive = j.path(folder.WARCDir)
	}
	if since := j.trackers.Config().Since; since != "" {
		a, err := folder.OpenSince(since)
		if err != nil {
			return err
		}
		o.Since = a
		j.closers = append(j.closers, a.Close)
	}
	w, err := fetch.New(j.trackers, o)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	j.trackers.Await(w.Patience())
	j.source.live, j.source.web, j.source.startFrom = w, w, j.cfg.Seeds
	j.closers = append(j.closers, w.Close)
	return nil
}

// build makes trackers, strategy and Web.
func (j *Job) build() error {
	var err error
	if err := j.fitsReplay(leastKnown * int64(j.book.frontier.Len())); err != nil {
		return err
	}
	if !j.memory.trust {
		j.trust.unable(trustPart)
	}
	if j.trackers, err = memo.New(&j.cfg, j.book.frontier, j.month); err != nil {
		return err
	}
	j.trackers.SetChanges(j.folder.Changes)
	switch j.cfg.Web {
	case folder.Live:
		if err := j.openLive(); err != nil {
			return err
		}
	default:
		s, err := fetch.OpenSource(&j.cfg)
		if err != nil {
			return err
		}
		j.closers = append(j.closers, s.Close)
		j.source.bad = s.Bad()
		if j.source.startFrom, err = fetch.SeedsOf(s, j.cfg.Seeds); err != nil {
			return err
		}
		j.source.web = fetch.NewStored(j.trackers, s, &j.memory.Room)
	}
	return j.setStrategy(j.cfg.Strategy, j.cfg.Scores)
}

// beginRun writes down that a process works on the crawl. The format of today is on the disk before the first event:
// earlier versions would take the events for damage.
func (j *Job) beginRun() error {
	if j.opts.Settings != nil {
		j.folder.Settings = j.opts.Settings
	}
	j.folder.ForgetLists()
	j.folder.Format = folder.FormatOf(&j.cfg)
	j.folder.Runs = append(j.folder.Runs, folder.Run{Command: j.opts.Command, Version: j.opts.Version, Began: time.Now().UTC().Truncate(time.Second)})
	return j.folder.Write(j.opts.Dir)
}
