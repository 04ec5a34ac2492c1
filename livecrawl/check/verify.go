// Package check verifies the folder of a crawl: the journal, the names of pages, the archive, and all of them against each
// other.
//
// It owns what counts as damage, as the loose end of a run, and as not covered by a checksum. It writes nothing, and may
// not know how a crawl is run: it reads folders as others wrote them.
package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/journal"
	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/store"
	"weft/web/warc"
)

// A Damage describes the fault with a crawl, and where.
//
//json:object damaged place
type Damage struct {
	File   string `json:"file"`   // file, relative to the folder of the crawl
	Offset int64  `json:"offset"` // place in the file, bytes from its start, or start of the damaged piece
	What   string `json:"what"`   // description of the damage
}

func (d Damage) String() string { return fmt.Sprintf("%s, byte %d: %s", d.File, d.Offset, d.What) }

// A Loose is the end of a file that is not whole, or not learnt yet: Resume cuts it off.
//
//json:object loose
type Loose struct {
	File  string `json:"file"`  // file, relative to the folder of the crawl
	Bytes int64  `json:"bytes"` // size of the incomplete end, bytes
}

// Uncovered is a file in which damage cannot be found, and why.
//
//json:object uncovered
type Uncovered struct {
	File string `json:"file"` // file, relative to the folder of the crawl
	Why  string `json:"why"`  // reason why it cannot be checked
}

// Verified lists what was checked of a crawl, with amounts and findings.
type Verified struct {
	// the WARC files
	Archive struct {
		Files   int   `json:"files"`       // files
		Bytes   int64 `json:"bytes"`       // size in bytes
		Records int64 `json:"records"`     // records
		Lines   int64 `json:"index_lines"` // lines of the indexes
		Answers int64 `json:"answers"`     // responses that were compared with the log
	} `json:"archive"`
	// the event log
	Log struct {
		Bytes  int64 `json:"bytes"`  // size in bytes
		Events int64 `json:"events"` // events
		Marks  int   `json:"marks"`  // marks
	} `json:"log"`
	// the names of the frontier
	Frontier struct {
		Files int   `json:"files"` // files
		Bytes int64 `json:"bytes"` // size in bytes
		Names int   `json:"names"` // names
	} `json:"frontier"`
	Snapshot  string      `json:"snapshot"`                // checked, none, or empty if the check ended before it
	Damage    []Damage    `json:"damage"`                  // damaged places, at most 1,000
	Untold    int         `json:"damage_untold,omitempty"` // number of further damaged places
	Loose     []Loose     `json:"loose,omitempty"`         // incomplete ends of files, which are no damage
	Uncovered []Uncovered `json:"not_covered,omitempty"`   // files that cannot be checked
	Done      bool        `json:"done"`                    // everything was checked
}

// maxDamage is the largest number of damaged places in a report.
const maxDamage = 1000

// A Verifier checks the folder of a crawl. It writes nothing; the crawl may be running, or have been killed.
//
// Memory: 8 bytes per page, 24 bytes per record of one WARC file, four times the largest record, and the memory of
// package store for the snapshot.
type Verifier struct {
	dir    string
	note   func(what string, done, total int64)
	folder *folder.Folder
	cfg    folder.Config
	live   bool
	whole  bool // the last run ended in order, so that nothing may be torn
	place  journal.Place
	placed bool
	until  int64 // bytes of the log that belong to the place

	covered map[string]bool
	known   map[folder.Place]bool // damage before a recovery
	finds   bool                  // see lockstep
	lost    []Lost

	mu     sync.Mutex
	report Verified
}

// NewVerifier returns a Verifier of a folder. note, if not nil, receives the progress.
func NewVerifier(dir string, note func(what string, done, total int64)) *Verifier {
	if note == nil {
		note = func(string, int64, int64) {}
	}
	return &Verifier{dir: dir, note: note, covered: map[string]bool{}, known: map[folder.Place]bool{}}
}

// Report returns what was checked so far. It may be called while Run works.
func (v *Verifier) Report() Verified {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.report
	r.Damage = append([]Damage{}, r.Damage...)
	return r
}

// Run checks everything. The report lists the damage. Run returns errors of reading, and of ctx.
func (v *Verifier) Run(ctx context.Context) error {
	if err := v.readFolder(); err != nil {
		return err
	}
	for _, check := range []func(context.Context) error{v.log, v.frontier, v.archive, v.snapshot, v.lists} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	if err := v.others(); err != nil {
		return err
	}
	if f, err := folder.Read(v.dir); err == nil && v.folder != nil && len(f.Runs) != len(v.folder.Runs) && len(v.Report().Damage) > 0 {
		return fmt.Errorf("%s: a run began during the check: verify it again", v.dir)
	}
	v.tell(func(r *Verified) { r.Done = true })
	return nil
}

func (v *Verifier) tell(f func(*Verified)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	f(&v.report)
}

// damage returns a function that reports damage in a part of the folder.
func (v *Verifier) damage(part string) func(file string, offset int64, what string) {
	return func(file string, offset int64, what string) {
		v.tell(func(r *Verified) {
			if len(r.Damage) >= maxDamage {
				r.Untold++
				return
			}
			r.Damage = append(r.Damage, Damage{filepath.Join(part, file), offset, what})
		})
	}
}

func (v *Verifier) loose(part string) func(file string, bytes int64) {
	return func(file string, bytes int64) {
		v.tell(func(r *Verified) { r.Loose = append(r.Loose, Loose{filepath.Join(part, file), bytes}) })
	}
}

func (v *Verifier) cover(part string, files []string) {
	for _, f := range files {
		v.covered[filepath.Join(part, f)] = true
	}
}

func (v *Verifier) uncovered(file, why string) {
	v.tell(func(r *Verified) { r.Uncovered = append(r.Uncovered, Uncovered{file, why}) })
}

// readFolder reads crawl.json.
func (v *Verifier) readFolder() error {
	v.covered[folder.CrawlFile] = true
	data, err := os.ReadFile(filepath.Join(v.dir, folder.CrawlFile))
	if err != nil {
		return err
	}
	state, err := folder.Read(v.dir)
	if errors.Is(err, folder.ErrFormat) {
		return err // not damage, and nothing else of the crawl can be judged
	}
	if err != nil {
		v.damage("")(folder.CrawlFile, 0, err.Error())
		return nil
	}
	var strict folder.Folder
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&strict); err != nil {
		v.damage("")(folder.CrawlFile, 0, fmt.Sprintf("%v, to byte %d", err, dec.InputOffset())) // the flip may come before it
	}
	v.folder = state
	for i := range state.Recoveries {
		for _, at := range state.Recoveries[i].Damaged {
			v.known[at] = true
		}
	}
	if n := len(state.Runs); n > 0 {
		v.whole = state.Runs[n-1].Whole
	}
	if state.Sum == "" {
		v.uncovered(folder.CrawlFile, "what it says; its form was checked")
	}
	return nil
}

// log checks log, marks and checkpoint.
func (v *Verifier) log(ctx context.Context) error {
	var seen journal.Checked
	var n visit.Note
	damage := v.damage(folder.LogDir)
	var err error
	v.place, v.placed, err = journal.Verify(filepath.Join(v.dir, folder.LogDir), journal.Check{
		Closed: v.whole, Damage: damage, Loose: v.loose(folder.LogDir),
		Header: func(header []byte) error { return json.Unmarshal(header, &v.cfg) },
		Event: func(e *crawl.Event) error {
			if e.Learnt && e.Pick.Page != crawl.None {
				if err := n.Parse(e.Reply.Note); err != nil {
					damage("events", seen.Bytes, fmt.Sprintf("the record before says nonsense of pick %d: %v", e.Pick.Seq, err))
				}
			}
			if seen.Events%1024 == 0 {
				v.countLog(&seen)
				v.note("the log", seen.Bytes, 0)
			}
			return ctx.Err()
		},
	}, &seen)
	v.live, v.until = v.cfg.Web == folder.Live, seen.Until
	v.countLog(&seen)
	v.cover(folder.LogDir, seen.Files)
	for _, what := range seen.Uncovered {
		file, why, _ := strings.Cut(what, ": ")
		v.uncovered(filepath.Join(folder.LogDir, file), why)
	}
	return err
}

func (v *Verifier) countLog(seen *journal.Checked) {
	v.tell(func(r *Verified) { r.Log.Bytes, r.Log.Events, r.Log.Marks = seen.Bytes, seen.Events, seen.Marks })
}

// frontier checks the names.
func (v *Verifier) frontier(ctx context.Context) error {
	atLeast, names := 0, 0
	if v.placed {
		atLeast = v.place.Names
	}
	c, err := frontier.Verify(filepath.Join(v.dir, folder.FrontierDir), atLeast, func(crawl.Page, []byte) error {
		if names++; names%1024 == 0 {
			v.tell(func(r *Verified) { r.Frontier.Names = names })
			v.note("names", int64(names), int64(atLeast))
			return ctx.Err()
		}
		return nil
	})
	v.cover(folder.FrontierDir, c.Files)
	v.tell(func(r *Verified) {
		r.Frontier.Files, r.Frontier.Bytes, r.Frontier.Names = len(c.Files), c.Bytes, c.Names
	})
	damage := v.damage(folder.FrontierDir)
	switch {
	case err != nil && (ctx.Err() != nil || unreadable(err)):
		return err
	case err != nil:
		file, at := blamed(err, &c)
		damage(file, at, v.short(err))
		return nil
	case c.Loose > 0 && v.whole:
		damage(c.Where, c.Whole, fmt.Sprintf("%s incomplete, although the crawl ended in order", digits.Plural(c.Loose, "byte")+" that "+digits.Verb(c.Loose, "is", "are")))
	case c.Loose > 0:
		v.loose(folder.FrontierDir)(c.Where, c.Loose)
	}
	if v.whole && v.placed && c.Names > atLeast {
		damage(c.Where, c.Whole, fmt.Sprintf("there are %d names, and the log knows %d", c.Names, atLeast))
	}
	return nil
}

// blamed returns the file of the names that an error is about, and where in it.
func blamed(err error, c *frontier.Checked) (file string, at int64) {
	of, ok := errors.AsType[*frontier.FileError](err)
	switch {
	case !ok:
		return c.Where, 0
	case filepath.Base(of.Path) == c.Where:
		return c.Where, c.Whole
	}
	return filepath.Base(of.Path), 0
}

// unreadable says of an error that a file could not be read, though it is there.
func unreadable(err error) bool {
	_, ok := errors.AsType[*fs.PathError](err)
	return ok && !errors.Is(err, os.ErrNotExist)
}

// short returns an error as text without the path of the crawl, which is shown next to it.
func (v *Verifier) short(err error) string {
	return strings.ReplaceAll(err.Error(), v.dir+string(filepath.Separator), "")
}

// isKnown reports whether a place of the archive was damaged before a recovery, and reports it as not covered.
func (v *Verifier) isKnown(file string, offset int64) bool {
	name := filepath.Join(folder.WARCDir, file)
	known := v.known[folder.Place{File: name, Offset: offset}]
	if known {
		v.uncovered(name, fmt.Sprintf("a damaged record at byte %d, found by an earlier recovery; a lost page was requested again", offset))
	}
	return known
}

// archive checks the WARC files, their indexes, and that they hold the responses of the log.
func (v *Verifier) archive(ctx context.Context) error {
	if !v.live {
		return nil
	}
	var seen warc.FilesChecked
	step, err := v.newLockstep()
	if err != nil {
		return err
	}
	defer step.close()
	damage := v.damage(folder.WARCDir)
	count := func() {
		v.tell(func(r *Verified) {
			r.Archive.Files, r.Archive.Records, r.Archive.Bytes, r.Archive.Lines = len(seen.Files), seen.Records, seen.Bytes, seen.Lines
			r.Archive.Answers = step.answers
		})
	}
	check := warc.FilesCheck{
		Closed: v.whole, Loose: v.loose(folder.WARCDir),
		Damage: func(file string, offset int64, what string) {
			if !v.isKnown(file, offset) {
				step.off = step.off || !v.finds
				damage(file, offset, what)
			}
		},
		Begin: step.begin,
		Each: func(file string, rec *warc.Record) error {
			count()
			v.note("the archive, "+file, rec.Offset, 0)
			return cmp.Or(ctx.Err(), step.record(file, rec, damage))
		},
	}
	if v.placed {
		check.Until = &warc.Mark{File: v.place.End.File, Offset: v.place.End.Offset}
	}
	err = warc.VerifyFiles(filepath.Join(v.dir, folder.WARCDir), warc.FilesOptions{}, check, &seen)
	v.cover(folder.WARCDir, seen.Files)
	count()
	if errors.Is(err, os.ErrNotExist) {
		damage("", 0, v.short(err))
		return nil
	}
	if err != nil {
		return err
	}
	err = step.rest(damage)
	v.lost = step.lost
	return err
}

// FindLost finds the damage of the archive and of its indexes, and the pages whose responses are lost by it. Damage and pages
// of earlier recoveries do not count. It finds nothing if the log or the names are damaged.
func FindLost(ctx context.Context, dir string, note func(what string, done, total int64)) (damage []Damage, lost []Lost, err error) {
	v := NewVerifier(dir, note)
	v.finds = true
	if err := v.readFolder(); err != nil {
		return nil, nil, err
	}
	for _, check := range []func(context.Context) error{v.log, v.frontier} {
		if err := check(ctx); err != nil {
			return nil, nil, err
		}
	}
	if len(v.Report().Damage) > 0 || !v.live {
		return nil, nil, nil
	}
	if err := v.archive(ctx); err != nil {
		return nil, nil, err
	}
	return v.Report().Damage, v.lost, nil
}

// snapshot checks the graph, if there is one. A crawl that is running may replace it meanwhile, so that damage must be
// seen twice.
func (v *Verifier) snapshot(ctx context.Context) error {
	path := filepath.Join(v.dir, folder.SnapshotDir)
	if _, err := os.Stat(path); err != nil {
		v.tell(func(r *Verified) { r.Snapshot = "none" })
		return nil //nolint:nilerr // there need be none
	}
	note := func(what string) { v.note("the snapshot: "+what, 0, 0) }
	err := store.Verify(path, note)
	if err != nil && !v.whole {
		err = store.Verify(path, note)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, e := range Each(err) {
		v.damage("")(folder.SnapshotDir, 0, v.short(e))
	}
	v.tell(func(r *Verified) { r.Snapshot = "checked" })
	return nil
}

// Each returns the errors that were joined to one.
func Each(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, Each(e)...)
	}
	return all
}

// others lists the files that were not checked.
func (v *Verifier) others() error {
	known := map[string]string{
		filepath.Join(folder.LogDir, folder.CrawlLog):  "text without a checksum until a run ends",
		filepath.Join(folder.LogDir, folder.TimesFile): "times without a checksum until a run ends",
	}
	for _, name := range slices.DeleteFunc(folder.SummedLists(), folder.Grows) {
		known[name] = "text without a checksum until a run ends and writes it again"
	}
	return filepath.WalkDir(v.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it went meanwhile
		}
		name, err := filepath.Rel(v.dir, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name == folder.SnapshotDir:
			return fs.SkipDir
		case d.IsDir() || v.covered[name] || name == folder.LockFile || name == folder.SnapshotLock,
			name == folder.StatusFile, name == folder.StatusFile+folder.NewSuffix, name == folder.SnapshotFile: // no run reads them
			return nil
		}
		why := known[name]
		switch {
		case strings.HasPrefix(name, folder.ScoresPrefix):
			why = "text without checksums"
		case strings.HasPrefix(name, folder.RescuedDir+string(filepath.Separator)):
			why = "records cut off the archive when the crawl was opened again"
		case strings.HasPrefix(name, folder.DamagedPrefix):
			why = "files damaged when the crawl was recovered"
		}
		if why == "" {
			why = "not a file of this crawl"
		}
		v.uncovered(name, why)
		return nil
	})
}
