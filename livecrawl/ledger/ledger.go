// Package ledger says of each URL of a crawl what became of it, by the log.
//
// It owns the fates of pages and the order in which one replaces another. It reads folders, and may not know how a crawl is
// run.
package ledger

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/scope"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/disk"
	"weft/internal/inert"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/web/live"
)

// A Fate says where a page of a crawl is, or why it is not there.
type Fate uint8

// The fates of a page. Each page has one.
const (
	NotAsked    Fate = iota // known, and not asked for
	Whole                   // fetched, whole
	Redirects               // it answered with another address
	CutShort                // fetched, and kept in part
	AppShell                // fetched, and an empty application shell
	CookieWall              // it answered with a wall that asks for cookies
	Unread                  // fetched; it begins like HTML, and its Content-Type keeps browsers from showing it so
	Circle                  // its redirects form a loop
	Failed                  // requested; no response, or one like 503: the next run requests it again
	Rejected                // requested; the response or the error is final, such as 404
	Waiting                 // not fetched, and asked for again by the next run
	HeldBack                // a trap rule holds it back
	Limited                 // a limit of the user leaves it out
	ByRobots                // robots.txt forbids it
	ByNofollow              // all links to it ask not to be followed
	OutOfScope              // the scope leaves it out
	OfOtherType             // its media type is not kept
	Absent                  // the replayed archive does not contain it

	NumFates = int(iota)
)

// An Entry is the fate of a URL by the log of a crawl.
type Entry struct {
	Fate   Fate
	Aside  bool   // no page: a requisite, or a sitemap if Map is set
	Map    bool   //
	Guess  bool   // a guessed sitemap, named by no robots.txt
	Reason string // as text; may be empty
	Links  int    // pages that link to it
	Via    crawl.Page
}

// A Ledger says of each URL of a crawl in a folder what became of it, by the log. The crawl may be running. Close it.
//
// Memory: 14 bytes a URL, 16 bytes a line of [CutFile], and 20 bytes a page that redirects.
type Ledger struct {
	dir     string
	cfg     *folder.Config
	names   *frontier.Names
	fates   []Fate
	roles   []visit.Role
	status  []int16
	links   []uint32
	via     []crawl.Page
	cuts    map[crawl.Page]visit.CutWhy // of pages that are kept in part
	rules   map[crawl.Page]uint16       // of pages that are held back or limited, by their place in told
	told    []string                    // rules
	to      map[crawl.Page]crawl.Page   // where pages redirect
	robots  *robotsKept
	stopped string // why the last run ended
	changes []folder.Change
	seeds   int // how many times the log has had seeds
}

// perURL is the memory of a Ledger for n URLs.
func perURL(n int64) int64 { return 17 * n }

// Bytes returns the memory that Open takes for the crawl in a folder, about: it is not read.
func Bytes(dir string, urls int) int64 {
	n := perURL(int64(urls))
	if info, err := os.Stat(filepath.Join(dir, folder.CutFile)); err == nil {
		n += 48 * info.Size() / leastLine
	}
	return n
}

// leastLine is about the least length of a line of CutFile.
const leastLine = 40

// Open reads the log of the crawl in a folder: once, in time that is linear in pages and links.
func Open(ctx context.Context, dir string) (*Ledger, error) {
	state, err := folder.Read(dir)
	if err != nil {
		return nil, err
	}
	cfg, err := folder.Latest(dir)
	if err != nil {
		return nil, err
	}
	l := &Ledger{dir: dir, cfg: cfg, cuts: map[crawl.Page]visit.CutWhy{}, rules: map[crawl.Page]uint16{}, to: map[crawl.Page]crawl.Page{}}
	if n := len(state.Runs); n > 0 {
		l.stopped = state.Runs[n-1].Why
	}
	l.changes = state.Changes
	f := &folder.Replies{Dir: dir}
	if err := f.Each(func(e *crawl.Event, from crawl.Page) error {
		if err := l.learn(e, from); err != nil {
			return err
		}
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	for l.seeds = max(l.seeds, 1); l.seeds <= len(l.changes); l.seeds++ { // changes that no run has made yet
		for _, p := range l.changes[l.seeds-1].Lost {
			l.lose(p)
		}
	}
	if l.names, err = frontier.OpenNamesReadOnly(filepath.Join(dir, folder.FrontierDir)); err != nil {
		return nil, err
	}
	if n := l.names.Len(); n < len(l.fates) {
		err = fmt.Errorf("%s: the log names %d URLs, and there are %d names", dir, len(l.fates), n)
	}
	if err == nil {
		err = l.judge(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Close closes the names.
func (l *Ledger) Close() error { return l.names.Close() }

// Len returns the number of URLs.
func (l *Ledger) Len() int { return len(l.fates) }

// Config returns the configuration that holds now.
func (l *Ledger) Config() *folder.Config { return l.cfg }

// Name appends the URL of a page.
func (l *Ledger) Name(dst []byte, p crawl.Page) ([]byte, error) { return l.names.Name(dst, p) }

// Each calls f with each URL, lent, and what is known of it, in the order in which they were found.
func (l *Ledger) Each(f func(p crawl.Page, url []byte, e Entry) error) error {
	return l.names.Each(0, func(p crawl.Page, url []byte) error {
		if int64(p) >= int64(len(l.fates)) {
			return nil
		}
		return f(p, url, l.entry(p))
	})
}

// entry returns what is known of a URL.
func (l *Ledger) entry(p crawl.Page) Entry {
	e := Entry{Fate: l.fates[p], Aside: l.roles[p] != visit.PageRole, Map: l.roles[p].IsMap(), Guess: l.roles[p] == visit.GuessRole, Links: int(l.links[p]), Via: l.via[p]}
	e.Reason = l.reason(p)
	return e
}

// reason says as text why a page has its fate.
func (l *Ledger) reason(p crawl.Page) string {
	switch l.fates[p] {
	case CutShort:
		return l.cuts[p].String()
	case Failed, Rejected, Waiting:
		if l.status[p] == 0 {
			return "not requested, because other pages of its host failed"
		}
		return live.StatusName(int(l.status[p]))
	case NotAsked:
		if l.cfg.Frontier != "" {
			return "left to the other crawlers of the shared frontier"
		}
		if l.via[p] == crawl.None && l.links[p] == 0 && l.stopped == "" {
			return "a seed that was not requested yet"
		}
		return l.stopped
	case Unread:
		return l.told[l.rules[p]]
	case Circle:
		return l.hops(p)
	case HeldBack, Limited, OutOfScope:
		if i, ok := l.rules[p]; ok {
			return l.told[i]
		}
		return [NumFates]string{HeldBack: "a trap rule", Limited: fmt.Sprintf("limit: more than %d links from a seed", l.cfg.Scope.Depth), OutOfScope: "outside the scope"}[l.fates[p]]
	case ByRobots:
		return "robots.txt forbids it"
	case ByNofollow:
		return "all links to it are nofollow"
	}
	return ""
}

// grow makes room for a page.
func (l *Ledger) grow(p crawl.Page) {
	for int64(len(l.fates)) <= int64(p) {
		l.fates, l.roles, l.status = append(l.fates, NotAsked), append(l.roles, visit.PageRole), append(l.status, 0)
		l.links, l.via = append(l.links, 0), append(l.via, crawl.None)
	}
}

// learn learns an event of the log.
func (l *Ledger) learn(e *crawl.Event, from crawl.Page) error {
	var n visit.Note
	if from == crawl.None && !e.Reply.Handed {
		l.seeds++
		for _, link := range e.Links {
			if link.Kinds&kinds.Lost != 0 {
				l.lose(link.To)
			}
		}
	}
	if from != crawl.None {
		if err := n.Parse(e.Reply.Note); err != nil {
			return fmt.Errorf("pick %d: %w", e.Pick.Seq, err)
		}
		l.grow(from)
		l.learnFate(from, &e.Reply, &n)
	}
	if to := visit.RedirectOf(e.Links); from != crawl.None && e.Reply.State == page.Redirected && to != crawl.None {
		l.to[from] = to
	}
	limited := n.Limited
	for i, link := range e.Links {
		within := len(limited) > 0 && limited[0] == uint64(i)
		if within {
			limited = limited[1:]
		}
		l.learnLink(from, link, within)
	}
	return nil
}

// learnLink notes that a page is linked to, and what bars it.
func (l *Ledger) learnLink(from crawl.Page, link crawl.Link, within bool) {
	p := link.To
	isNew := int64(p) >= int64(len(l.fates))
	if l.grow(p); isNew || l.links[p] == 0 && l.via[p] == crawl.None {
		l.roles[p] = visit.RoleOf(link.Kinds)
	}
	if from != crawl.None && link.Kinds&kinds.All != 0 {
		if l.links[p] == 0 {
			l.via[p] = from
		}
		if l.links[p] < math.MaxUint32 {
			l.links[p]++
		}
	} else if l.via[p] == crawl.None {
		l.via[p] = from
	}
	switch f := &l.fates[p]; {
	case !link.Barred:
		if l.status[p] == 0 && (*f == ByNofollow || *f == OutOfScope || *f == Limited) {
			*f = NotAsked
		}
	case *f != NotAsked && *f != ByNofollow && *f != OutOfScope:
	case within:
		*f = Limited
	case link.Kinds&kinds.Nofollow != 0 && link.Kinds&^(kinds.Link|kinds.Nofollow) == 0:
		if isNew {
			*f = ByNofollow
		}
	default:
		*f = OutOfScope
	}
}

// learnFate records the fate of a page from a reply. Kept content of a page stays, whatever comes later.
func (l *Ledger) learnFate(p crawl.Page, r *crawl.Reply, n *visit.Note) {
	f := &l.fates[p]
	now := fateOf(r, n)
	if renewed := l.cuts[p] == visit.CutArchive && !r.Again; now == NotAsked || now.holds() < f.holds() && !renewed {
		return
	}
	delete(l.cuts, p)
	switch *f = now; now {
	case CutShort:
		l.cuts[p] = n.Cut
	case Unread:
		l.rules[p] = l.rule("Content-Type: " + cmp.Or(inert.Text(string(n.Facts.Type)), "none"))
	}
	l.status[p] = int16(n.Status) //nolint:gosec // of HTTP, or of Heritrix
}

// lose notes that the response of a page is damaged in the archive.
func (l *Ledger) lose(p crawl.Page) {
	if int64(p) < int64(len(l.fates)) {
		l.fates[p], l.cuts[p] = CutShort, visit.CutArchive
	}
}

// holds orders fates by how much of the page is there; more is not replaced by less.
func (f Fate) holds() int {
	switch f {
	case Whole, AppShell, CookieWall, Unread:
		return 3
	case CutShort:
		return 2
	case Redirects:
		return 1
	}
	return 0
}

// fateOf returns the fate that a reply gives its page.
func fateOf(r *crawl.Reply, n *visit.Note) Fate {
	switch {
	case r.State == page.Fetched && n.Cut != visit.NotCut:
		return CutShort
	case n.Wall:
		return CookieWall
	case r.State == page.Fetched && n.Shell:
		return AppShell
	case r.State == page.Fetched && n.Unread:
		return Unread
	case r.State == page.Fetched:
		return Whole
	case r.State == page.Redirected:
		return Redirects
	case r.State == page.Excluded && (n.Status == live.CauseRobots.Status() || n.Status == live.CauseRobotsUnread.Status()):
		return ByRobots
	case r.State == page.Excluded:
		return OutOfScope
	case r.State == page.Failed && !r.Again:
		return Rejected
	case r.State == page.Failed && n.Final:
		return Failed
	case r.State == page.Failed:
		return Waiting
	case r.Again && n.Status == visit.StatusLeftOut:
		return HeldBack
	case r.Again:
		return Waiting
	}
	return Absent
}

// judge adds facts that the log does not hold: which rule holds pages back, which pages the scope excludes by a
// pattern or for their media type, and which pages not yet requested robots.txt forbids.
func (l *Ledger) judge(ctx context.Context) error {
	rules, err := l.readRules()
	if err != nil {
		return err
	}
	s, err := l.cfg.NewScope()
	if err != nil {
		return err
	}
	if err := l.readRobots(ctx); err != nil {
		return err
	}
	l.markCircles()
	return l.names.Each(0, func(p crawl.Page, url []byte) error {
		if int64(p) >= int64(len(l.fates)) {
			return nil
		}
		if p%(1<<14) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l.judgeOne(p, url, rules, s)
		return nil
	})
}

func (l *Ledger) judgeOne(p crawl.Page, url []byte, rules map[uint64]uint16, s *scope.Scope) {
	switch f := &l.fates[p]; *f {
	case HeldBack:
		if i, ok := rules[uint64(frontier.Fingerprint(url))]; ok {
			l.rules[p] = i
			if !visit.IsTrap(l.told[i]) {
				*f = Limited
			}
		}
	case OutOfScope:
		rule := s.Excludes(url)
		switch {
		case rule != "":
			l.rules[p] = l.rule(rule)
		case l.status[p] == visit.StatusLeftOut && len(l.cfg.Scope.Types) > 0 && s.Judge(url, scope.Place{}, kinds.Link).In:
			*f = OfOtherType
		}
	case NotAsked:
		if l.roles[p] == visit.PageRole && l.robots.forbids(url) {
			*f = ByRobots
		}
	}
}

// rule returns the number of a rule.
func (l *Ledger) rule(text string) uint16 {
	for i, t := range l.told {
		if t == text {
			return uint16(i) //nolint:gosec // few
		}
	}
	if len(l.told) < math.MaxUint16 {
		l.told = append(l.told, text)
	}
	return uint16(len(l.told) - 1) //nolint:gosec // few
}

// readRules reads which rules hold pages back, as the last run listed them: rule by fingerprint of the URL.
func (l *Ledger) readRules() (map[uint64]uint16, error) {
	f, err := disk.OpenRegular(filepath.Join(l.dir, folder.CutFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	rules := map[uint64]uint16{}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		rule, url, ok := bytes.Cut(in.Bytes(), []byte{'\t'})
		if ok {
			rules[uint64(frontier.Fingerprint(url))] = l.rule(string(rule))
		}
	}
	return rules, in.Err()
}

// KnownURLs returns how many URLs the crawl in a folder knows.
func KnownURLs(dir string) (int, error) {
	names, err := frontier.OpenNamesReadOnly(filepath.Join(dir, folder.FrontierDir))
	if err != nil {
		return 0, err
	}
	return names.Len(), names.Close()
}
