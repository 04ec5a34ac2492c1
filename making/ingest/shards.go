package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/shards"
	"weft/store"
)

// Shards hold a crawl in the order of its pages, so nothing is collected or sorted except the texts of links.

// hasShards reports whether an input is a folder of shards; such an input is imported alone.
func (o *Options) hasShards() bool {
	return o.Format == Shards || o.Format == formats.Auto && o.BaseURL == "" && slices.ContainsFunc(o.Inputs, shards.Is)
}

// expand replaces folders among the inputs by their files, and reports whether the input is a folder of shards, which stays.
func (o *Options) expand() (isShards bool, err error) {
	if o.hasShards() {
		return true, o.checkShards()
	}
	return false, o.expandFolders()
}

// checkShards refuses inputs and options that do not fit shards.
func (o *Options) checkShards() error {
	if len(o.Inputs) != 1 || len(o.Index.Indexes) > 0 {
		return option.Errorf("%w: shards hold one whole crawl, and there are %s: import each folder alone, and join the crawls with weft union", ErrOptions, digits.Plural(len(o.Inputs)+len(o.Index.Indexes), "input"))
	}
	for _, x := range []struct {
		name string
		set  bool
	}{
		{"fetched", o.Fetched != ""},
		{"names", o.Names != ""},
		{"pages", o.Pages > 0},
		{"compact", o.Compact},
		{"keep-numbers", o.KeepNumbers},
		{"hosts", o.Hosts},
	} {
		if x.set {
			return option.Errorf("%w: %s does not apply to shards, which hold names and states of their pages", ErrOptions, option.Name(x.name))
		}
	}
	if m, found := option.FindMisplaced(takers(), func(name string) bool { return name == Shards.String() }, o.set); found {
		return misplaced(m, Shards.String())
	}
	return nil
}

// openShards opens the input.
func (o *Options) openShards(ctx context.Context, dir string, progress func(int64)) (*shards.Folder, error) {
	return shards.Open(ctx, o.Inputs[0], shards.Options{Memory: o.Memory, Source: o.source(), Scratch: dir, Progress: progress})
}

// shardsNeed returns the memory for shards of n pages, without the process. It is for states, growing lists of hosts and
// domains, and the buffers of readers and writers.
func shardsNeed(n int64) int64 { return 3*n + store.FactsBytes + 1<<20 }

// A ShardsError is an error of an import of shards.
type ShardsError struct{ error }

// Unwrap returns the error.
func (e *ShardsError) Unwrap() error { return e.error }

// makeShards makes the crawl of shards.
func (im *importer) makeShards(ctx context.Context) (step store.Step, err error) {
	defer func() {
		if err != nil {
			err = &ShardsError{err}
		}
	}()
	f, err := im.opts.openShards(ctx, im.Draft.Dir(), im.progress)
	if err != nil {
		return step, naming(shown(im.opts.Inputs[0]), err)
	}
	if err := mem.Check(fmt.Sprintf("an import of %d pages", f.Pages), shardsNeed(f.Pages), im.opts.Memory); err != nil {
		return step, err
	}
	im.Total = f.Bytes()
	im.setPhase("reading")
	s := &shardImport{importer: im, Folder: f, ctx: ctx}
	defer s.close()
	for _, do := range []func() error{s.pages, s.arcs, s.transpose, s.anchors, s.results} {
		if err := errors.Join(ctx.Err(), do()); err != nil {
			return step, err
		}
	}
	im.Tally.Records = f.Pages + f.Arcs + f.Texts
	im.Inputs = []store.Input{{Path: f.Where(), Format: Shards.String(), ReadAs: s.told(), Bytes: f.Bytes(), SHA256: f.Checksum, Records: im.Tally.Records}}
	s.keepInputs()
	s.keepReports()
	s.Replies.Joined = s.Responses
	if err := s.keepReplies(); err != nil {
		return step, err
	}
	for k, v := range im.Notes {
		if v == 0 {
			delete(im.Notes, k)
		}
	}
	return store.Step{Inputs: im.Inputs, Notes: im.Notes}, nil
}

// A shardImport writes the crawl of an open folder of shards.
type shardImport struct {
	*importer
	*shards.Folder
	ctx   context.Context      //nolint:containedctx // it lives as long as one call of makeShards
	texts *assemble.TextSorter // nil without texts
}

// told says how the shards were read.
func (s *shardImport) told() string {
	made := s.MadeBy
	if len(made) > 100 {
		made = made[:100]
	}
	return fmt.Sprintf("%s, %d tables made by %q", Shards, len(s.Files), made)
}

// pages writes states, names and facts in one pass.
func (s *shardImport) pages() error {
	c := s.ReadPages(s.ctx)
	defer c.Close()
	defer func() { s.Notes["values of facts that a crawl cannot hold, left out"] += c.Unkept() }()
	s.Draft.States = make([]uint8, s.Pages)
	read := func(key func([]byte) error, fact func(uint32, *store.Facts) error) error {
		for u := uint32(0); c.Next(); u++ {
			if err := s.page(u, c, key, fact); err != nil {
				return err
			}
		}
		return c.Err()
	}
	facts := func(key func([]byte) error) error {
		if !c.HasFacts() {
			return read(key, func(uint32, *store.Facts) error { return nil })
		}
		return s.Draft.WriteFacts(func(add func(uint32, *store.Facts) error) error { return read(key, add) })
	}
	switch {
	case c.Err() != nil:
		return c.Err()
	case c.HasKeys():
		return s.Draft.WriteNames(facts)
	}
	return facts(func([]byte) error { return nil })
}

// page takes one page.
func (s *shardImport) page(u uint32, c *shards.PageCursor, key func([]byte) error, fact func(uint32, *store.Facts) error) error {
	s.Draft.States[u] = uint8(c.State())
	err := errors.Join(s.Draft.Pass("reading pages", int(u), int(s.Pages)), key(c.Key()))
	if err == nil && c.Facts().Known() {
		err = fact(u, c.Facts())
	}
	return err
}

// arcs writes the graph, and collects the texts of its arcs.
func (s *shardImport) arcs() error {
	c := s.ReadArcs(s.ctx)
	defer c.Close()
	var texts *assemble.TextJoin
	if s.Texts > 0 {
		var err error
		if s.texts, err = assemble.NewTextSorter(s.Memory()/8, s.Draft.Dir()); err != nil {
			return err
		}
		texts = assemble.NewTextJoin(s.ReadTexts(s.ctx), s.texts)
		defer texts.Cursor.Close()
	}
	return s.Draft.WriteGraph("compressing", func(add func([]graph.Node, []kinds.Set) error) error {
		for c.Next() {
			u, succ, ks := c.Node(), c.Succ(), c.Kinds()
			isGhost := page.State(s.Draft.States[u]) == page.Ghost && len(succ) > 0
			if err := texts.Take(u, succ, !isGhost); err != nil {
				return err
			}
			if isGhost {
				s.Notes[assemble.GhostArcsNote] += int64(len(succ))
				succ, ks = nil, nil
			}
			if err := add(succ, ks); err != nil {
				return err
			}
		}
		return errors.Join(c.Err(), texts.End())
	})
}

func (s *shardImport) transpose() error { return s.Draft.Transpose(s.Memory() * 2 / 5) }

// anchors writes the texts of links.
func (s *shardImport) anchors() error {
	if s.texts == nil {
		return nil
	}
	return s.texts.Write(s.Draft, s.Memory())
}

func (s *shardImport) close() {
	if s.texts != nil {
		s.texts.Close()
	}
}

// Limits of the list of inputs that shards bring along: its length, and the bytes of its texts. A manifest of a crawl has
// 64 MiB at most.
const (
	mostShardInputs     = 20_000
	mostShardInputBytes = 8 << 20
)

// keepInputs adds the inputs that the shards were made of, after the shards.
func (s *shardImport) keepInputs() {
	size := 0
	for i, in := range s.Inputs {
		size += len(in.Path) + len(in.Format) + len(in.ReadAs) + len(in.SHA256)
		if i == mostShardInputs || size > mostShardInputBytes {
			s.Notes["inputs that the shards were made of, not listed for their number"] += int64(len(s.Inputs) - i)
			return
		}
		in.ReadAs = "" // this import did not read it
		s.importer.Inputs = append(s.importer.Inputs, in)
	}
}

// mostShardReports is the most reports of the program that made the shards that an import lists, of each kind.
const mostShardReports = 1000

// keepReports lists the inputs that the program left out, and its warnings. It counts all of them.
func (s *shardImport) keepReports() {
	s.Notes["inputs that the program which made the shards left out: see import.log"] += int64(len(s.Skipped))
	s.Notes["warnings of the program that made the shards: see import.log"] += int64(len(s.Warnings))
	for _, x := range s.Skipped[:min(len(s.Skipped), mostShardReports)] {
		s.skipped = append(s.skipped, SkippedInput{shown(x.Path), x.Why})
		s.Tally.Input = shown(x.Path)
		s.Tally.Note(0, "left out", x.Why)
	}
	s.Tally.Input = s.Where()
	for _, text := range s.Warnings[:min(len(s.Warnings), mostShardReports)] {
		s.Tally.Note(0, "warning", text)
	}
}
