package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/livecrawl/check"
	"weft/livecrawl/folder"
	"weft/store"
)

func (a *app) verifyCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "verify CRAWL",
		Short: "Check a crawl for damage",
		Long: `Check a crawl for damage: every file against its checksum, every list, name and record by decoding it, and graph,
transpose and counts against each other. A BVGraph has no checksums; weft decodes its lists and follows its offsets.

In the folder of a live crawl weft checks:
  - the archive: each record, its digests, and the indexes
  - the log: each event, the marks and the checkpoint, and the names of the frontier
  - the order of responses in the archive, against the log
  - the snapshot, the crawl log and the lists
It reports how much was checked, where damage is, and which files it cannot judge. The crawl may be running or killed: an
incomplete end of a file is no damage, because "weft crawl --resume" removes it. Ctrl-C stops, and reports what was checked
so far.

Exit status:
  0  no damage
  1  damage, or interrupted
  2  wrong usage`,
		Example: made["crawl"] + "  weft verify crawl\n  weft verify crawl --json",
		Args:    exactly(1, "a crawl"),
		PreRun:  func(*cobra.Command, []string) { a.interrupted = exitFailed },
		RunE: func(_ *cobra.Command, args []string) error {
			if folder.Is(args[0]) {
				return a.verifyFolder(args[0])
			}
			return a.verifyStore(args[0])
		},
	}
}

// untilStopped runs a check, and leaves it when the command is stopped: the process ends then.
func (a *app) untilStopped(check func() error) error {
	done := make(chan error, 1)
	go func() { done <- check() }()
	select {
	case err := <-done:
		return err
	case <-a.ctx.Done():
		return a.ctx.Err()
	}
}

// verdict is the report on a crawl, besides its parts.
type verdict struct {
	Path string `json:"path"` // path from the command line
	OK   bool   `json:"ok"`   // no damage was found
}

func (a *app) verifyStore(path string) error {
	var unsummed []string
	if c, err := store.Open(path); err == nil { // else it is damaged, which the check itself tells
		need := c.VerifyBytes()
		unsummed = c.Unsummed()
		c.Close() //nolint:errcheck // nothing was written
		if err := mem.Check("verify", need, a.budget); err != nil {
			return err
		}
	}
	err := a.untilStopped(func() error {
		return store.Verify(path, func(what string) { a.progress.Steps(what, 0, 0) })
	})
	if errors.Is(err, context.Canceled) {
		return err
	}
	v := verified{verdict: verdict{path, err == nil}, Unsummed: unsummed}
	for _, e := range check.Each(err) {
		v.Damage = append(v.Damage, foundDamage{e.Error(), a.fileOf(e)})
	}
	if err != nil && (!a.json || !is(store.ErrCorrupt, store.ErrOtherGraph)(err)) {
		return err
	}
	return errors.Join(a.print(v, func(w io.Writer) {
		row(w, path, "no damage found")
		if n := len(v.Unsummed); n > 0 {
			row(w, "without sums", "%s, because the crawl was made by an earlier version: only this command detects a wrong byte in them", digits.Plural(n, "file"))
		}
	}), err)
}

// verified is the report on a stored crawl or graph.
//
//json:object verify
type verified struct {
	verdict
	Damage []foundDamage `json:"damage,omitempty"` // damage that was found
	// files without checksums by block, written by an earlier version: only this command detects a
	// changed byte in them
	Unsummed []string `json:"files_without_block_sums,omitempty"`
}

//json:object found damage
type foundDamage struct {
	What string `json:"what"`           // description of the damage
	File string `json:"file,omitempty"` // file concerned
}

// folderVerified is the result of a check of the folder of a live crawl.
//
//json:object verify of a live crawl
type folderVerified struct {
	verdict
	check.Verified
}

func (a *app) verifyFolder(path string) error {
	verifier := check.NewVerifier(path, func(what string, done, total int64) { a.progress.Steps(what, done, total) })
	err := a.untilStopped(func() error { return verifier.Run(a.ctx) })
	if err != nil && a.ctx.Err() == nil {
		return err
	}
	r := verifier.Report()
	v := folderVerified{verdict{path, r.Done && len(r.Damage)+r.Untold == 0}, r}
	if e := a.print(v, func(w io.Writer) { printVerified(w, path, &r) }); e != nil || err != nil {
		return errors.Join(e, err)
	}
	if n := len(r.Damage) + r.Untold; n > 0 {
		return fmt.Errorf("%s: %w: %s", path, errDamaged, r.Damage[0])
	}
	return nil
}

// errDamaged is the error for a crawl with damage.
var errDamaged = errors.New("damage was found")

func printVerified(w io.Writer, path string, r *check.Verified) {
	row(w, "log", "%s, %s; %s", digits.Plural(r.Log.Events, "event"), digits.Size(r.Log.Bytes), digits.Plural(r.Log.Marks, "mark"))
	row(w, "frontier", "%s, %s", digits.Plural(r.Frontier.Names, "name"), digits.Size(r.Frontier.Bytes))
	row(w, "archive", "%s, %s; %s of indexes; %s as the log has them", digits.Plural(r.Archive.Records, "record"), digits.Size(r.Archive.Bytes), digits.Plural(r.Archive.Lines, "line"), digits.Plural(r.Archive.Answers, "answer"))
	if r.Snapshot != "" {
		row(w, "snapshot", "%s", r.Snapshot)
	}
	for _, l := range r.Loose {
		row(w, "not whole", "the last %s of %s: weft crawl --resume %s cuts them off, or continues from them", digits.Plural(l.Bytes, "byte"), l.File, option.Word(path))
	}
	for _, u := range r.Uncovered {
		row(w, "not covered", "%s: %s", u.File, u.Why)
	}
	for _, d := range r.Damage {
		row(w, "damage", "%s", d)
	}
	if r.Untold > 0 {
		row(w, "damage", "and %s more", grouped(r.Untold))
	}
	switch {
	case len(r.Damage) > 0 && strings.HasPrefix(r.Damage[0].File, folder.SnapshotDir):
		row(w, path, "damage was found")
	case len(r.Damage) > 0:
		row(w, path, "damage was found; weft crawl --recover %s repairs the crawl, so that its next run requests lost pages again", option.Word(path))
	case r.Done:
		row(w, path, "no damage found")
	default:
		row(w, path, "not all was checked; no damage so far")
	}
}
