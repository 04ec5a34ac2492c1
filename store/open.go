package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"weft/graph"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/digits"
	"weft/internal/disk"
	"weft/internal/mmap"
	"weft/internal/npy"
	"weft/internal/option"
	"weft/store/names"
	"weft/web/weburl"
)

// A Crawl is an open crawl, or a bare BVGraph in the form of one: all its pages are unknown, its arcs are plain
// links, and there are no names. It is safe for concurrent use. Everything is mapped.
type Crawl struct {
	// Path is the path that was opened.
	Path string
	// Manifest is nil for a bare graph.
	Manifest *Manifest
	// Waits, if not nil, is called again and again while a change waits for another process. Its error ends the wait.
	Waits func(waited time.Duration) error

	graph            *bv.Graph
	transpose        atomic.Pointer[bv.Graph] // nil if there is none; a check may drop the transpose of a bare graph
	names            *names.Table
	rank, byRank     *npy.Vector[uint32]
	states           *npy.Vector[uint8]
	kinds, backKinds *perList
	anchors          *perList
	texts            *names.Table
	closers          []func() error
	assumed          *view.Bits // pages that are taken for fetched where states are unknown; nil if none are
	unknown          bool       // all pages are unknown, whatever the states say

	opening sync.Mutex
	kept    map[string]guarded // mapped files, by their names

	checking    sync.Mutex
	backChecked bool // of a bare graph: the transpose holds the same arcs

	mu      sync.Mutex
	scratch *mmap.Scratch // nil until a view is too large for its budget
	damage  error         // that a Label met
	passed  error         // for a bare graph: why the graph beside it is not its transpose, until it was reported
}

// ErrNoNames says that a crawl has no names of pages.
var ErrNoNames = errors.New("the graph has no names of pages")

// Names in the folder of a live crawl, of package livecrawl/folder, for errors.
const (
	liveCrawlFile = "crawl.json"
	liveSnapshot  = "snapshot"
)

// Open opens the crawl in a directory, or the BVGraph with a basename. The graph of a live crawl is in the folder snapshot
// of its folder: commands of weft and livecrawl.MakeSnapshot make it.
func Open(path string) (*Crawl, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return openDir(filepath.Clean(path))
	}
	base := strings.TrimSuffix(strings.TrimSuffix(path, bv.GraphExt), bv.PropertiesExt)
	if _, none := os.Stat(base + bv.PropertiesExt); none != nil {
		what := fmt.Sprintf("%s is neither a crawl directory nor the basename of a BVGraph (there is no %s%s)", path, base, bv.PropertiesExt)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("there is no crawl %s, expected its folder or the basename of a BVGraph: %w", path, err)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		return nil, errors.New(what)
	}
	return openBare(base)
}

// BackSuffix ends the basename of the transpose of a bare graph, as in WebGraph.
const BackSuffix = "-t"

func openBare(base string) (*Crawl, error) {
	c := &Crawl{Path: base, unknown: true}
	g, err := bv.Open(base)
	if err != nil {
		return nil, err
	}
	c.graph = g.Coarse()
	c.closers = append(c.closers, g.Close)
	beside := base + BackSuffix
	if _, err := os.Stat(beside + bv.PropertiesExt); errors.Is(err, os.ErrNotExist) {
		return c, nil
	}
	t, err := bv.Open(beside)
	if err != nil {
		c.pass(err)
		return c, nil
	}
	c.closers = append(c.closers, t.Close)
	if t.NumNodes() != g.NumNodes() || t.NumArcs() != g.NumArcs() {
		c.pass(fmt.Errorf("%s has %s and %s, %s has %s and %s", beside, digits.Plural(t.NumNodes(), "page"), digits.Plural(t.NumArcs(), "arc"),
			base, digits.Plural(g.NumNodes(), "page"), digits.Plural(g.NumArcs(), "arc")))
		return c, nil
	}
	c.transpose.Store(t.Coarse())
	return c, nil
}

// pass notes why the graph beside a bare one is not read.
func (c *Crawl) pass(why error) {
	c.transpose.Store(nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.passed = fmt.Errorf("the graph named as its transpose is not used, and its transpose is computed instead: %w", why)
}

func openDir(dir string) (*Crawl, error) {
	m, err := readManifest(dir)
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(dir, liveCrawlFile)); err == nil {
			return nil, option.Errorf("%s is the folder of a live crawl, which has no %s: open its snapshot, %s; weft info %s {fresh} makes one", dir, ManifestFile, filepath.Join(dir, liveSnapshot), option.Word(dir))
		}
		return nil, fmt.Errorf("%s is not a crawl: it has no %s", dir, ManifestFile)
	}
	if err != nil {
		return nil, err
	}
	c := &Crawl{Path: dir, Manifest: m.told(), unknown: m.isToldLate()}
	if err := c.openFiles(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// checkLengths finds files that are missing or cut, without reading them. Results and reports are not needed.
func (c *Crawl) checkLengths() error {
	for name, want := range c.Manifest.Files {
		if strings.HasPrefix(name, ResultsDir+"/") || strings.HasPrefix(name, ReportDir+"/") {
			continue
		}
		path := filepath.Join(c.Path, filepath.FromSlash(name))
		info, err := os.Stat(path)
		if err != nil {
			return lost(err)
		}
		if info.Size() != want.Bytes {
			return corrupt.Errorf("%s: %d bytes, the manifest says %d: it was cut or replaced", path, info.Size(), want.Bytes)
		}
	}
	return nil
}

// lost marks a missing file of the manifest as damage. Other errors stay as they are.
func lost(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: a file that the manifest names is missing: %w", corrupt.Err, err)
	}
	return err
}

// Owns reports whether a path, in any spelling, is a file of the crawl, which no other program may write.
func (c *Crawl) Owns(path string) bool {
	there, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(c.files(), func(own string) bool {
		info, err := os.Stat(own)
		return err == nil && os.SameFile(info, there)
	})
}

// files are the paths of the files of the crawl, or of a bare graph and of its transpose, if that is read.
func (c *Crawl) files() (all []string) {
	if c.Manifest == nil {
		for _, ext := range []string{bv.GraphExt, bv.OffsetsExt, bv.PropertiesExt} {
			if all = append(all, c.Path+ext); c.back() != nil {
				all = append(all, c.Path+BackSuffix+ext)
			}
		}
		return all
	}
	for name := range c.Manifest.Files {
		all = append(all, filepath.Join(c.Path, filepath.FromSlash(name)))
	}
	return append(all, filepath.Join(c.Path, ManifestFile))
}

// openFiles maps all files that the manifest names.
func (c *Crawl) openFiles() error {
	err := c.checkLengths()
	if err != nil {
		return err
	}
	if c.graph, err = c.openGraph(GraphBase); err != nil {
		return err
	}
	back, err := c.openGraph(TransposeBase)
	if err != nil {
		return err
	}
	c.transpose.Store(back)
	n := c.graph.NumNodes()
	if n != c.Manifest.Counts.Pages || back.NumNodes() != n || back.NumArcs() != c.graph.NumArcs() {
		return corrupt.Errorf("%s: graph, transpose and manifest do not belong to the same crawl", c.Path)
	}
	list := func(magic string) func(string) (*perList, error) {
		return func(path string) (*perList, error) { return openPerList(path, magic, n) }
	}
	open := func(name string, f func() error) {
		if _, ok := c.Manifest.Files[name]; ok && err == nil {
			err = f()
		}
	}
	open(NamesFile, func() (err error) { c.names, err = keep(c, names.Open, NamesFile); return })
	open(RankFile, func() (err error) { c.rank, err = keep(c, npy.Open[uint32], RankFile); return })
	open(ByRankFile, func() (err error) { c.byRank, err = keep(c, npy.Open[uint32], ByRankFile); return })
	open(StatesFile, func() (err error) { c.states, err = keep(c, npy.Open[uint8], StatesFile); return })
	open(KindsFile, func() (err error) { c.kinds, err = keep(c, list(kindsMagic), KindsFile); return })
	open(BackKindsFile, func() (err error) { c.backKinds, err = keep(c, list(kindsMagic), BackKindsFile); return })
	open(AnchorsFile, func() (err error) { c.anchors, err = keep(c, list(anchorsMagic), AnchorsFile); return })
	open(TextsFile, func() (err error) { c.texts, err = keep(c, names.Open, TextsFile); return })
	if err != nil {
		return err
	}
	return c.checkSizes()
}

type closer interface{ Close() error }

// guarded is a file whose blocks are compared with their checksums when they are read.
type guarded interface {
	closer
	Guard(sums blocksum.Sums) error
}

// keep opens a file of the crawl, notes that it must be closed, and gives it the checksums of its blocks.
func keep[T guarded](c *Crawl, open func(string) (T, error), name string) (T, error) {
	c.opening.Lock()
	defer c.opening.Unlock()
	if f, ok := c.kept[name].(T); ok {
		return f, nil
	}
	f, err := open(filepath.Join(c.Path, name))
	if err != nil {
		return f, cmp.Or(c.damageIn(name), err)
	}
	c.closers = append(c.closers, f.Close)
	sums, err := c.sums(name)
	if err == nil {
		err = f.Guard(sums)
	}
	if err == nil {
		if c.kept == nil {
			c.kept = map[string]guarded{}
		}
		c.kept[name] = f
	}
	return f, err
}

// damageIn returns the damage in a file that cannot be opened, which may have been taken for something else.
func (c *Crawl) damageIn(name string) error {
	sums, err := c.sums(name)
	if err != nil {
		return err
	}
	f, err := mmap.Open(filepath.Join(c.Path, name))
	if err != nil {
		return err
	}
	return errors.Join(blocksum.Check(filepath.Join(c.Path, name), f.Data, sums), f.Close())
}

// openGraph opens a graph of the crawl. It checks its properties, which are short, before it uses them.
func (c *Crawl) openGraph(base string) (*bv.Graph, error) {
	path := filepath.Join(c.Path, base)
	props, err1 := c.sums(base + bv.PropertiesExt)
	data, err2 := c.sums(base + bv.GraphExt)
	offsets, err3 := c.sums(base + bv.OffsetsExt)
	text, err4 := disk.ReadRegular(path+bv.PropertiesExt, mostDescription)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	if err := blocksum.Check(path+bv.PropertiesExt, text, props); err != nil {
		return nil, err
	}
	g, err := bv.Open(path)
	if err != nil {
		return nil, err
	}
	c.closers = append(c.closers, g.Close)
	err = g.Guard(data, offsets)
	return g.Coarse(), err
}

func (c *Crawl) checkSizes() error {
	n := c.graph.NumNodes()
	bad := c.names != nil && c.names.Len() != n ||
		c.states != nil && len(c.states.Values) != n ||
		(c.rank == nil) != (c.byRank == nil) ||
		c.rank != nil && (len(c.rank.Values) != n || len(c.byRank.Values) != n) ||
		(c.anchors == nil) != (c.texts == nil)
	if bad {
		return corrupt.Errorf("%s: names, states and graph do not belong to the same crawl", c.Path)
	}
	if err := c.checkStates(); err != nil {
		return err
	}
	if c.rank == nil {
		return nil
	}
	for u, r := range c.rank.Values {
		if int64(r) >= int64(n) || c.byRank.Values[r] != uint32(u) {
			return corrupt.Errorf("%s: page %d: %s and %s are not inverse to each other", c.Path, u, RankFile, ByRankFile)
		}
	}
	return nil
}

// checkStates finds states that there are not, in a crawl without checksums of blocks.
func (c *Crawl) checkStates() error {
	if c.states == nil || c.Manifest.Files[StatesFile].Block > 0 {
		return nil
	}
	for u, s := range c.states.Values {
		if int(s) >= page.NumStates {
			return corrupt.Errorf("%s: page %d has the unknown state %d", filepath.Join(c.Path, StatesFile), u, s)
		}
	}
	return nil
}

// Close unmaps everything. It also returns the error of Damage.
func (c *Crawl) Close() error {
	err := c.Damage()
	for _, f := range c.closers {
		err = errors.Join(err, f())
	}
	c.closers = nil
	return err
}

// NumPages returns the number of pages, ghosts included.
func (c *Crawl) NumPages() int { return c.graph.NumNodes() }

// Graph returns all arcs, of every kind.
func (c *Crawl) Graph() *bv.Graph { return c.graph }

// HasNames reports whether pages have names.
func (c *Crawl) HasNames() bool { return c.names != nil }

// State returns the state of a page.
func (c *Crawl) State(u graph.Node) page.State {
	s := page.Unknown
	if c.states != nil && !c.unknown {
		s = page.State(c.states.Values[u])
	}
	if s != page.Unknown || c.assumed == nil {
		return s
	}
	if c.assumed.Has(int(u)) {
		return page.Fetched
	}
	return page.Ghost
}

// rankOf returns the position of the name of u among the sorted names.
func (c *Crawl) rankOf(u graph.Node) uint32 {
	if c.rank == nil {
		return uint32(u)
	}
	return c.rank.Values[u]
}

// atRank is the inverse of rankOf.
func (c *Crawl) atRank(r uint32) graph.Node {
	if c.byRank == nil {
		return graph.Node(r)
	}
	return graph.Node(c.byRank.Values[r])
}

// AppendName appends the URL of a page, or the name it has if that is no URL.
func (c *Crawl) AppendName(dst []byte, u graph.Node) ([]byte, error) {
	if c.names == nil {
		return dst, ErrNoNames
	}
	key, err := c.names.Append(nil, int(c.rankOf(u)))
	if err != nil {
		return dst, err
	}
	return weburl.AppendName(dst, key)
}

// A NameReader reads names of pages for one goroutine. Names lie in blocks of 32, where each continues the one before.
// [Crawl.AppendName] decodes half of a block on average. A NameReader continues from the last name: for pages in order
// it decodes each name once.
type NameReader struct {
	c    *Crawl
	keys *names.Cursor // nil without names
}

// Names returns a reader of the names of pages.
func (c *Crawl) Names() *NameReader {
	if c.names == nil {
		return &NameReader{c: c}
	}
	return &NameReader{c, c.names.Reader()}
}

// Append is [Crawl.AppendName].
func (r *NameReader) Append(dst []byte, u graph.Node) ([]byte, error) {
	if r.keys == nil {
		return dst, ErrNoNames
	}
	key, err := r.keys.Read(int(r.c.rankOf(u)))
	if err != nil {
		return dst, err
	}
	return weburl.AppendName(dst, key)
}

// Label returns the name of a page for people: its URL, or its number if there are no names or the names are
// damaged. Check Damage before showing labels.
func (c *Crawl) Label(u graph.Node) string {
	name, err := c.AppendName(nil, u)
	if err == nil {
		return string(name)
	}
	if !errors.Is(err, ErrNoNames) {
		c.mu.Lock()
		c.damage = cmp.Or(c.damage, err)
		c.mu.Unlock()
	}
	return fmt.Sprint(u)
}

// Damage returns the error that kept Label from telling a name; nil if there was none.
func (c *Crawl) Damage() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.damage
}

// Find returns the page with a URL, which need not be canonical, or with another name.
func (c *Crawl) Find(name string) (graph.Node, bool, error) {
	if c.names == nil {
		return 0, false, ErrNoNames
	}
	i, ok, err := c.names.Find(Key(nil, []byte(name)))
	if !ok || err != nil {
		return 0, false, err
	}
	return c.atRank(uint32(i)), true, nil
}

// Page returns the page with a name, as [Crawl.Find] does, or else with a number: what users write. It is no error if there is
// none.
func (c *Crawl) Page(text string) (graph.Node, bool, error) {
	if c.names != nil {
		if u, ok, err := c.Find(text); ok || err != nil {
			return u, ok, err
		}
	}
	if u, err := strconv.ParseUint(text, 10, 32); err == nil {
		return graph.Node(u), int64(u) < int64(c.NumPages()), nil
	}
	return 0, false, nil
}

// Key appends the sort key of a name: of the canonical URL, if it is one.
func Key(dst, name []byte) []byte {
	href, err := weburl.Append(nil, name)
	if err == nil {
		if key, err := weburl.AppendKey(dst, href); err == nil {
			return key
		}
	}
	return weburl.AppendOpaqueKey(dst, name)
}

// Hosts returns the hosts of the crawl.
func (c *Crawl) Hosts() (Groups, error) {
	if c.names == nil {
		return nil, ErrNoNames
	}
	starts, err := keep(c, npy.Open[uint32], HostsFile)
	if err != nil {
		return nil, err
	}
	return newRuns(c, starts.Values, nil, weburl.HostName)
}

// Domains returns the registered domains of the crawl.
func (c *Crawl) Domains() (Groups, error) {
	if c.names == nil {
		return nil, ErrNoNames
	}
	starts, err := keep(c, npy.Open[uint32], DomainsFile)
	if err != nil {
		return nil, err
	}
	ids, err := keep(c, npy.Open[uint32], DomainIDsFile)
	if err != nil {
		return nil, err
	}
	return newRuns(c, starts.Values, ids.Values, weburl.DomainName)
}

// Scan returns a cursor over the arcs of all kinds, with their kinds.
func (c *Crawl) Scan(r graph.Range) graph.KindCursor { return newKindCursor(c.graph, c.kinds, r) }

// ScanBack returns a cursor over the arcs that point to each page, with their kinds; nil for a bare graph without a
// transpose beside it.
func (c *Crawl) ScanBack(r graph.Range) graph.KindCursor {
	back := c.back()
	if back == nil {
		return nil
	}
	return newKindCursor(back, c.backKinds, r)
}

// NumTexts returns the number of distinct anchor texts.
func (c *Crawl) NumTexts() int {
	if c.texts == nil {
		return 0
	}
	return c.texts.Len()
}

// Anchors returns a cursor over the texts that point to each page; it is empty where the source had none.
func (c *Crawl) Anchors(r graph.Range) *AnchorCursor { return newAnchorCursor(c.anchors, c.texts, r) }

// Back returns all arcs turned round, of every kind; nil for a bare graph without a transpose beside it, which may be
// another graph.
func (c *Crawl) Back() graph.Random {
	if back := c.back(); back != nil {
		return back
	}
	return nil
}

// back is the transpose as it is stored; nil if there is none.
func (c *Crawl) back() *bv.Graph { return c.transpose.Load() }

// countKinds returns the number of arcs of the wanted kinds, in one pass over the kinds unless it is known.
func (c *Crawl) countKinds(o *ViewOptions) (int64, error) {
	want := o.Kinds
	if c.kinds == nil && want&kinds.Link != 0 {
		return c.graph.NumArcs(), nil
	}
	if want == kinds.Measured && c.Manifest != nil {
		return c.Manifest.Counts.Measured, nil
	}
	n := int64(0)
	look := o.look("counting arcs", c.NumPages())
	cur := newKindCursor(c.graph, c.kinds, graph.Everything(c.graph))
	for cur.Next() {
		if look != nil && cur.Node()&0xffff == 0 {
			if err := look(cur.Node()); err != nil {
				return 0, err
			}
		}
		for _, k := range cur.Kinds() {
			if k&want != 0 {
				n++
			}
		}
	}
	return n, cur.Err()
}
