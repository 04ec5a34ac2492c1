package livecrawl

import (
	"errors"
	"fmt"
	"io"
	"os"

	"weft/crawl"
	"weft/crawl/journal"
	"weft/livecrawl/folder"
)

// growth is how many bytes of log there are between two checkpoints at least; twice the last checkpoint, if that is more. Tests
// change it.
var growth int64 = 128 << 20

// loopPart is the part of a checkpoint that has the state of the loop.
const loopPart = "loop"

// checkpoint saves the state of the crawl now and then, so that its replay does not take long.
func (j *Job) checkpoint(save func(io.Writer) error) error {
	if j.book.journal.Size()-j.book.saved < max(growth, 2*j.book.state) {
		return nil
	}
	if f := j.feed.Load(); f != nil { // a replay from the checkpoint on tells only what follows
		if err := f.Flush(); err != nil {
			return err
		}
	}
	parts := map[string]func(io.Writer) error{loopPart: save}
	for _, p := range j.trackers.Files() {
		parts[p.Name] = p.Save
	}
	c, err := j.book.journal.Save(parts)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	j.book.saved, j.book.state = j.book.journal.Size(), c.Bytes
	return nil
}

// replay tells the loop what the log says, from the last checkpoint on.
func (j *Job) replay(o *crawl.Options) (*journal.History, error) {
	c, err := j.book.journal.Checkpoint()
	if err != nil {
		return nil, err
	}
	if c != nil && len(j.folder.Switches) > 0 && c.Picks <= j.order.since { // it may be of another strategy
		c = nil
	}
	if c != nil {
		loop, err := j.restore(c)
		if err != nil {
			return nil, fmt.Errorf("checkpoint: %w (without the file %s the crawl is replayed from its start)", err, j.path(folder.LogDir, "checkpoint"))
		}
		j.closers = append(j.closers, loop.Close)
		o.Replay.Saved = loop
		j.book.saved, j.book.state = c.Log.Offset, c.Bytes
	}
	h, err := j.book.journal.History(c, j.order.choice.Wants.ByName())
	if err != nil {
		return nil, err
	}
	if j.opts.Note != nil {
		j.opts.Note("replaying the log")
	}
	o.Replay.Since, j.book.replaying = j.order.since, true
	o.Replay.Next = func() (*crawl.Event, error) {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			j.book.replaying = false
			c := j.trackers.Standing().Counts
			j.meter.begin(c)
			if j.source.live != nil {
				j.source.live.Begin(j.trackers.FirstPick(), c.Fetched+c.Redirected > 0)
			}
			if n := h.Known(); n != j.book.frontier.Len() {
				return nil, fmt.Errorf("%w: the log names %d pages, and there are %d names", journal.ErrCorrupt, n, j.book.frontier.Len())
			}
			if err := j.fitsReplay(j.remembered()); err != nil {
				return nil, err
			}
			if err := j.beginFeed(); err != nil {
				return nil, err
			}
			if err := j.beginTrust(); err != nil {
				return nil, err
			}
		}
		return e, err
	}
	return h, nil
}

// restore reads the parts of a checkpoint, except the part of the loop, which it opens.
func (j *Job) restore(c *journal.Checkpoint) (loop *os.File, err error) {
	for _, p := range j.trackers.Files() {
		f, err := j.book.journal.OpenPart(c, p.Name)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(p.Load(f), f.Close()); err != nil {
			return nil, err
		}
	}
	return j.book.journal.OpenPart(c, loopPart)
}
