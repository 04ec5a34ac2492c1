package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/splitmix"
)

// Verify checks a crawl, or a bare graph. It checks every file against its checksum, then every list, name and
// record, and whether graph, transpose and counts agree. The error joins all damage found. note, if not nil,
// receives the name of each check. Memory: a bit for each 64 KiB read, and [Crawl.VerifyBytes].
func Verify(path string, note func(what string)) error {
	if note == nil {
		note = func(string) {}
	}
	var sums error
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		sums = verifySums(path, note)
	}
	c, err := Open(path)
	if err != nil {
		return errors.Join(sums, err)
	}
	defer c.Close() //nolint:errcheck // nothing was written
	return errors.Join(sums, c.verifyResults(note), c.verifyGraphs(note), c.verifyWeights(note), c.verifyNames(note), c.verifyAnchors(note))
}

// VerifyBytes is the memory of [Verify] for an undamaged crawl: where each list begins, the longest list twice, and its kinds.
func (c *Crawl) VerifyBytes() (most int64) {
	for _, g := range []*bv.Graph{c.graph, c.back()} {
		if g != nil {
			l := g.Longest()
			most = max(most, g.Fine().IndexBytes()+l.ReadBytes()+(4+4+1)*l.List)
		}
	}
	return most
}

// verifySums compares all files with the manifest.
func verifySums(dir string, note func(string)) error {
	m, err := readManifest(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil // Open reports it
	}
	if err != nil {
		return err
	}
	known := make([]string, 0, len(m.Files))
	for p := range m.Files {
		known = append(known, p)
	}
	sort.Strings(known)
	var all error
	for _, p := range known {
		note("checksum of " + p)
		path := filepath.Join(dir, filepath.FromSlash(p))
		got, err := sumFile(path)
		want := m.Files[p]
		switch {
		case err != nil:
			all = errors.Join(all, lost(err))
		case got.Bytes != want.Bytes:
			all = errors.Join(all, corrupt.Errorf("%s: %d bytes, the manifest says %d", path, got.Bytes, want.Bytes))
		case got.SHA256 != want.SHA256:
			all = errors.Join(all, corrupt.Errorf("%s: SHA-256 is %.12s…, the manifest says %.12s…%s", path, got.SHA256, want.SHA256, differ(got, want)))
		}
	}
	return all
}

// differ returns where a file first differs from the written one, if it can be determined.
func differ(got, want FileInfo) string {
	a, err1 := got.sums("")
	b, err2 := want.sums("")
	if where := blocksum.Differ(a, b); errors.Join(err1, err2) == nil && where != "" {
		return ": " + where
	}
	return ""
}

// verifyResults finds results that belong to another graph.
func (c *Crawl) verifyResults(note func(string)) error {
	if c.Manifest == nil {
		return nil
	}
	note("what results belong to")
	paths, err := disk.List(filepath.Join(c.Path, ResultsDir), "", ".json")
	r := &Results{c: c, dir: filepath.Join(c.Path, ResultsDir), root: c.Path}
	for _, p := range paths {
		_, e := r.Describe(strings.TrimSuffix(filepath.Base(p), ".json"))
		err = errors.Join(err, e)
	}
	return err
}

// arcSums are numbers that two graphs with the same arcs share, one of them turned round.
type arcSums struct {
	arcs        int64
	mixed       uint64
	loops, dang int64
	kinds       uint64
}

func (s *arcSums) add(u, v graph.Node, k kinds.Set) {
	s.arcs++
	m := splitmix.Mix(uint64(u)<<32|uint64(v)) + splitmix.Golden
	s.mixed += splitmix.Mix(m)
	s.kinds += splitmix.Mix(m ^ uint64(k)<<17)
	if u == v {
		s.loops++
	}
}

func (c *Crawl) verifyGraphs(note func(string)) error {
	note("every successor list")
	out, err := c.sumArcs(c.Scan(graph.Everything(c.graph)), false, nil)
	if err != nil {
		return err
	}
	if err := verifyOffsets(c.graph.Fine()); err != nil {
		return err
	}
	if c.back() == nil {
		return nil
	}
	note("every list of the transpose")
	in, err := c.sumArcs(c.ScanBack(graph.Everything(c.back())), true, nil)
	if err != nil {
		return err
	}
	if err := verifyOffsets(c.back().Fine()); err != nil {
		return err
	}
	if in.arcs != out.arcs || in.mixed != out.mixed || in.kinds != out.kinds {
		return corrupt.Errorf("%s: graph and transpose hold different arcs, or kinds of arcs", c.Path)
	}
	return c.verifyCounts(out)
}

// sumArcs sums up the arcs of a scan; look, if not nil, is called with every 65,536th page, and may end it.
func (c *Crawl) sumArcs(cur graph.KindCursor, turned bool, look func(graph.Node) error) (arcSums, error) {
	var s arcSums
	for cur.Next() {
		u, ks := cur.Node(), cur.Kinds()
		if look != nil && u&0xffff == 0 {
			if err := look(u); err != nil {
				return s, err
			}
		}
		for i, v := range cur.Succ() {
			if turned {
				s.add(v, u, ks[i])
			} else {
				s.add(u, v, ks[i])
			}
		}
		if len(ks) == 0 && c.State(u).MayLink() {
			s.dang++
		}
	}
	return s, cur.Err()
}

// verifyOffsets looks up every list by its offset, and compares its length with a scan.
func verifyOffsets(g *bv.Graph) error {
	cur := g.Scan(graph.Everything(g))
	var list []graph.Node
	for cur.Next() {
		var err error
		if list, err = g.AppendSucc(list[:0], cur.Node()); err != nil {
			return err
		}
		if len(list) != len(cur.Succ()) {
			return corrupt.Errorf("the offset of node %d leads to a list of %d, a scan to one of %d", cur.Node(), len(list), len(cur.Succ()))
		}
	}
	return cur.Err()
}

func (c *Crawl) verifyCounts(s arcSums) error {
	if c.Manifest == nil {
		return nil
	}
	want := c.Manifest.Counts
	var states [page.NumStates]int
	for u := range c.NumPages() {
		state := c.State(graph.Node(u))
		if int(state) >= page.NumStates {
			return corrupt.Errorf("%s: page %d has the unknown state %d", c.Path, u, state)
		}
		states[state]++
	}
	switch {
	case s.arcs != want.Arcs || s.loops != want.SelfLoops || s.dang != int64(want.Dangling):
		return corrupt.Errorf("%s: %d arcs, %d loops and %d dangling pages, the manifest says %d, %d and %d",
			c.Path, s.arcs, s.loops, s.dang, want.Arcs, want.SelfLoops, want.Dangling)
	case states != [page.NumStates]int{
		page.Ghost: want.Ghosts, page.Excluded: want.Excluded, page.Failed: want.Failed, page.Redirected: want.Redirected,
		page.Fetched: want.Fetched, page.Unknown: want.Unknown,
	}:
		return corrupt.Errorf("%s: %d fetched pages, %d ghosts and %d unknown ones, the manifest says %d, %d and %d, or it counts others otherwise",
			c.Path, states[page.Fetched], states[page.Ghost], states[page.Unknown], want.Fetched, want.Ghosts, want.Unknown)
	}
	return nil
}

func (c *Crawl) verifyNames(note func(string)) error {
	if c.names == nil {
		return nil
	}
	note("every name")
	cur := c.names.Scan(0, c.names.Len())
	var last []byte
	for i := 0; cur.Next(); i++ {
		if i > 0 && string(cur.Name()) <= string(last) {
			return corrupt.Errorf("%s: name %d does not follow the one before", filepath.Join(c.Path, NamesFile), i)
		}
		last = append(last[:0], cur.Name()...)
	}
	if err := cur.Err(); err != nil {
		return err
	}
	if _, err := c.Hosts(); err != nil {
		return fmt.Errorf("hosts: %w", err)
	}
	if _, err := c.Domains(); err != nil {
		return fmt.Errorf("domains: %w", err)
	}
	return nil
}

func (c *Crawl) verifyAnchors(note func(string)) error {
	if c.anchors == nil {
		return nil
	}
	note("every anchor")
	cur := c.Anchors(graph.Range{Lo: 0, Hi: c.NumPages()})
	for cur.Next() {
		_ = cur.Anchors()
	}
	return cur.Err()
}
