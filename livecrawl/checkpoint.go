package livecrawl

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"weft/crawl"
	"weft/crawl/estimate"
	"weft/crawl/journal"
	"weft/crawl/scope"
	"weft/crawl/trap"
)

// Parts of a checkpoint.
const (
	loopPart   = "loop"
	keeperPart = "keeper"
	guardPart  = "traps"
)

// growth is how many bytes of log there are between two checkpoints at least; twice the last checkpoint, if that is more. Tests
// change it.
var growth int64 = 128 << 20

// checkpoint saves the state of the crawl now and then, so that its replay does not take long.
func (j *Job) checkpoint(save func(io.Writer) error) error {
	if j.journal.Size()-j.saved < max(growth, 2*j.state) {
		return nil
	}
	parts := map[string]func(io.Writer) error{loopPart: save, keeperPart: j.saveKeeper}
	if j.keeper.guard != nil {
		parts[guardPart] = j.keeper.guard.Save
	}
	c, err := j.journal.Save(parts)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	j.saved, j.state = j.journal.Size(), c.Bytes
	return nil
}

// keeperState is what a keeper knows, in a form that gob writes.
type keeperState struct {
	Seeds   []crawl.Page
	Added   []string // seeds of the scope that redirects have led to
	Depths  []uint8
	Trail   trail
	Places  []scope.Place
	Hosts   map[string]hostState
	Prints  []uint64
	Printed []crawl.Page
	Near    []Near
	Record  *estimate.Record
	Counts  Counts
	Visits  []visitState
	Groups  []string
	Picks   uint64
	Waits   []waitState
	Marks   []uint8
	Held    []heldState
	Free    []crawl.Page
	Roles   []role
	// Seedings, Shut and ToJudge are those of a keeper.
	Seedings int
	Shut     map[crawl.Page]shutPage
	ToJudge  []crawl.Page
}

// A heldState is a group of pages that are held.
type heldState struct {
	Origin  string
	Suspect trap.Suspicion
	Rule    string
	Pages   []crawl.Page
	Let     uint64
}

// A waitState is a page that was not had.
type waitState struct {
	Page          crawl.Page
	GaveUp, Final bool
	Status        int16
}

type hostState struct {
	Picked, Fetched int
	Bytes           uint64
	First           crawl.Page
}

type visitState struct {
	Pick  crawl.Pick
	Rule  string
	Out   string
	Depth uint8
	Place scope.Place
	Seed  bool
	First bool
	// Suspect and Doubted are those of a visit.
	Suspect trap.Suspicion
	Doubted bool
	Scope   int // how many seeds redirects had added to it
}

func (j *Job) saveKeeper(w io.Writer) error {
	k := j.keeper
	s := keeperState{
		Seeds: slices.Sorted(maps.Keys(k.seeds)), Added: k.added, Depths: k.depths, Trail: k.trail, Places: k.places, Hosts: make(map[string]hostState, len(k.hosts)),
		Printed: k.prints, Near: k.near, Record: &k.record, Counts: k.counts,
	}
	for name, h := range k.hosts {
		s.Hosts[name] = hostState{h.picked, h.fetched, h.bytes, h.begin}
	}
	for i := range k.prints {
		s.Prints = append(s.Prints, k.dups.Hash(uint32(i))) //nolint:gosec // fewer than pages
	}
	for _, v := range k.visits {
		s.Visits = append(s.Visits, visitState{v.pick, v.rule, v.out, v.depth, v.place, v.seed, v.first, v.suspect, v.doubted, v.added})
	}
	if j.groups != nil {
		s.Groups = j.groups.list
	}
	if s.Picks = k.picks; k.waits != nil {
		s.Waits = k.waits.save()
	}
	s.Marks, s.Free, s.Roles = k.marks, k.held.free, k.roles
	s.Seedings, s.Shut, s.ToJudge = k.seedings, k.shut, k.toJudge
	for _, x := range k.held.order {
		for _, g := range x.groups {
			s.Held = append(s.Held, heldState{x.origin, g.suspect, g.rule, g.pages, g.let})
		}
	}
	return gob.NewEncoder(w).Encode(&s)
}

func (j *Job) loadKeeper(r io.Reader) error {
	var s keeperState
	if err := gob.NewDecoder(r).Decode(&s); err != nil {
		return err
	}
	k := j.keeper
	k.depths, k.trail, k.places, k.prints, k.near, k.counts, k.roles = s.Depths, s.Trail, s.Places, s.Printed, s.Near, s.Counts, s.Roles
	if s.Record != nil {
		k.record = *s.Record
	}
	for _, p := range s.Seeds {
		k.seeds[p] = true
	}
	k.roles, k.seedings = s.Roles, max(s.Seedings, 1)
	if err := k.steer(); err != nil {
		return err
	}
	if k.toJudge = s.ToJudge; s.Shut != nil {
		k.shut = s.Shut
	}
	for _, url := range s.Added {
		if err := k.widen(url); err != nil {
			return err
		}
	}
	for name, h := range s.Hosts {
		k.hosts[name] = &hostCount{h.Picked, h.Fetched, h.Bytes, h.First}
	}
	if len(s.Prints) != len(s.Printed) {
		return fmt.Errorf("%d prints of %d pages", len(s.Prints), len(s.Printed))
	}
	for _, h := range s.Prints {
		k.dups.Add(h)
	}
	for _, saved := range s.Visits {
		v, err := k.newVisit(saved.Pick)
		if err != nil {
			return err
		}
		v.rule, v.out, v.depth, v.place, v.seed, v.first = saved.Rule, saved.Out, saved.Depth, saved.Place, saved.Seed, saved.First
		v.suspect, v.doubted = saved.Suspect, saved.Doubted
		v.scope, v.added = k.scopes[min(max(saved.Scope, 0), len(k.scopes)-1)], saved.Scope
		k.visits[saved.Pick.Seq] = v
	}
	if j.groups != nil {
		j.groups.set(s.Groups)
	}
	k.marks, k.held.free = s.Marks, s.Free
	for _, g := range s.Held {
		*k.held.group(g.Origin, g.Suspect, g.Rule) = heldGroup{g.Suspect, g.Rule, g.Pages, g.Let}
		k.held.stir(g.Suspect.Host)
	}
	if k.picks = s.Picks; k.waits == nil {
		return nil
	}
	return k.waits.load(s.Waits)
}

// replay tells the loop what the log says, from the last checkpoint on.
func (j *Job) replay(o *crawl.Options) (*journal.History, error) {
	c, err := j.journal.Checkpoint()
	if err != nil {
		return nil, err
	}
	if c != nil && c.Picks < j.since { // it is of another strategy
		c = nil
	}
	if c != nil {
		loop, err := j.restore(c)
		if err != nil {
			return nil, fmt.Errorf("checkpoint: %w (without the file %s the crawl is replayed from its start)", err, j.path(logDir, "checkpoint"))
		}
		j.closers = append(j.closers, loop.Close)
		o.Replay.Saved = loop
		j.saved, j.state = c.Log.Offset, c.Bytes
	}
	h, err := j.journal.History(c, j.wantsNames())
	if err != nil {
		return nil, err
	}
	if j.opts.Note != nil {
		j.opts.Note("replaying the log")
	}
	o.Replay.Since, j.replaying = j.since, true
	o.Replay.Next = func() (*crawl.Event, error) {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			j.replaying = false
			j.meter.begin(j.keeper.snapshotCounts())
			if j.live != nil {
				j.live.larder.take(j.keeper.first(), 0)
				c := j.keeper.snapshotCounts()
				j.live.waits.begin(c.Fetched+c.Redirected > 0)
			}
			if n := h.Known(); n != j.names.Len() {
				return nil, fmt.Errorf("%w: the log names %d pages, and there are %d names", journal.ErrCorrupt, n, j.names.Len())
			}
			if err := j.beginTrust(); err != nil {
				return nil, err
			}
		}
		return e, err
	}
	return h, nil
}

// restore reads the parts of a checkpoint but that of the loop, which it opens.
func (j *Job) restore(c *journal.Checkpoint) (loop *os.File, err error) {
	read := func(part string, load func(io.Reader) error) error {
		f, err := j.journal.OpenPart(c, part)
		if err != nil {
			return err
		}
		return errors.Join(load(f), f.Close())
	}
	if err := read(keeperPart, j.loadKeeper); err != nil {
		return nil, err
	}
	if j.keeper.guard != nil {
		if err := read(guardPart, j.keeper.guard.Load); err != nil {
			return nil, err
		}
	}
	return j.journal.OpenPart(c, loopPart)
}
