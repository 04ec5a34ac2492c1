package serve

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"weft/answers/missing"
	"weft/answers/pages"
	"weft/answers/recheck"
	"weft/answers/site"
	"weft/crawl/journal"
	"weft/internal/held"
	"weft/internal/npy"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/web/replay"
)

// A crawl is a crawl that is served. It is safe for concurrent use.
type crawl struct {
	slug string      // its name in addresses: letters, digits, dots, hyphens and underscores
	name string      // its name for people
	path string      // as it was given
	live bool        // it is the folder of a live crawl, whose snapshots are served
	made atomic.Bool // its folder was seen in the folder of new crawls

	index indexing
	seen  keeper[seenKey, *replay.Page] // pages as they were

	checks keeper[string, []recheck.Row] // pages that were requested once more, by job

	renewed func(*opened) // called with each version after the first, which is in use; it must return at once

	mu  sync.Mutex
	now *opened // nil if it is not open
}

// An opened is a crawl as some requests see it. It is closed when it was replaced and its last request has ended.
type opened struct {
	*store.Crawl
	of    *crawl
	stamp stamp
	refs  int // requests, and one for being the newest
	find  *pages.Source
	group held.Value[*npy.Vector[uint32]] // clusters
	found keeper[pages.Query, foundPages]

	ledger   *latest[*missing.Missing] // shared with the next version while all files except results are the same
	lists    listStore
	whys     whyStore
	outlines keeper[string, *site.Outline]
	byHost   held.Value[*hostTable]
	numHosts atomic.Int64 // of byHost, when it is there
	ranked   keeper[string, *hostOrder]
	chosen   keeper[hostText, []uint32]
	links    linkLists
	maps     *mapStore // shared with the next version while graph, names and sites are the same
	drawn    plotStore
	sum      latest[*summary]
	shelf    shelfStore
}

// A stamp identifies a version of a manifest.
type stamp struct{ info fs.FileInfo }

func (a stamp) same(b stamp) bool {
	return a.info != nil && b.info != nil && os.SameFile(a.info, b.info) && a.info.ModTime().Equal(b.info.ModTime()) && a.info.Size() == b.info.Size()
}

// logStamp identifies what runs have written to the log of a live crawl. It is empty for a stored crawl, and without a log.
func (k *crawl) logStamp() stamp {
	if !k.live {
		return stamp{}
	}
	info, err := os.Stat(filepath.Join(k.path, folder.LogDir, journal.EventsFile))
	if err != nil {
		return stamp{}
	}
	return stamp{info}
}

// newCrawls names and opens crawls.
func newCrawls(paths []string) (all []*crawl, err error) {
	taken := map[string]bool{}
	for _, path := range paths {
		k := &crawl{path: path, live: folder.Is(path), name: nameOf(path)}
		k.slug = unique(slugOf(k.name), taken)
		all = append(all, k)
		o, err := k.use()
		if err != nil {
			for _, k := range all {
				k.close()
			}
			return nil, err
		}
		o.release()
	}
	return all, nil
}

// nameOf returns the name of a crawl: its folder, or for a snapshot the folder of the live crawl.
func nameOf(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if live, is := folder.Of(path); is && filepath.Base(path) == folder.SnapshotDir {
		path = live
	}
	return filepath.Base(path)
}

// slugOf replaces everything in a name that an address would escape.
func slugOf(name string) string {
	slug := strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r)) {
			return r
		}
		return '-'
	}, name)
	if strings.Trim(slug, ".") == "" {
		return "crawl"
	}
	return slug
}

// unique adds a number to a name that is taken, and takes it.
func unique(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	taken[free] = true
	return free
}

// Live reports whether it is a live crawl, which has an archive.
func (k *crawl) Live() bool { return k.live }

// whole returns the whole path of the crawl, which jobs carry.
func (k *crawl) whole() string {
	if full, err := filepath.Abs(k.path); err == nil {
		return full
	}
	return k.path
}

// shown replaces the folders of all crawls in a text by their names. Readers of a server need not know its disk.
func (s *Server) shown(text string) string {
	type path struct{ path, name string }
	var all []path
	for _, k := range s.all() {
		all = append(all, path{k.whole(), k.name}, path{k.path, k.name})
	}
	for dir, name := range map[string]string{s.options.Jobs: "jobs", s.options.NewCrawls: "crawls"} {
		if whole, err := filepath.Abs(dir); dir != "" && err == nil {
			all = append(all, path{whole, name}, path{dir, name})
		}
	}
	slices.SortFunc(all, func(a, b path) int { return len(b.path) - len(a.path) }) // a folder in another one comes first
	for _, p := range all {
		if strings.ContainsRune(p.path, filepath.Separator) {
			text = renamed(text, p.path, p.name)
		}
	}
	return text
}

// renamed replaces a path in a text by a name, unless it is a part of a longer name.
func renamed(text, path, name string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, path)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, ".")) // a point may end a sentence
		if before != "" && (inName(last) || last == filepath.Separator) || after != "" && inName(next) {
			b.WriteString(path)
		} else {
			b.WriteString(name)
		}
		text = after
	}
}

// inName reports whether a character continues the name of a folder.
func inName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-')
}

// all returns the crawls of the server.
func (s *Server) all() []*crawl {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.crawls)
}

// paths returns the paths of the crawls by their names in addresses.
func (s *Server) paths() map[string]string {
	all := map[string]string{}
	for _, k := range s.all() {
		all[k.slug] = k.path
	}
	return all
}

// graph returns the path of the stored crawl. For a live crawl this is its newest snapshot.
func (k *crawl) graph() (string, error) {
	if !k.live {
		return k.path, nil
	}
	newest, ok := livecrawl.NewestSnapshot(k.path)
	if !ok {
		return "", option.Errorf("%s: the crawl has no snapshot yet: weft info %s {fresh} makes one", k.path, option.Word(k.path))
	}
	return newest.Dir, nil
}

// stampOf returns the version of the manifest at a path; for a bare graph, of its properties.
func stampOf(path string) stamp {
	info, err := os.Stat(filepath.Join(path, store.ManifestFile))
	if err != nil {
		info, _ = os.Stat(path + ".properties")
	}
	return stamp{info}
}

// use returns the newest version of the crawl. While a new version is being put in place, the version before is used.
func (k *crawl) use() (*opened, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	path, err := k.graph()
	if err == nil {
		err = k.reopen(path)
	}
	if k.now == nil {
		return nil, err
	}
	k.now.refs++
	return k.now, nil
}

// reopen opens the crawl unless it is open in this version. The caller holds the lock.
func (k *crawl) reopen(path string) error {
	at := stampOf(path)
	if k.now != nil && (at.info == nil || at.same(k.now.stamp)) {
		return nil
	}
	c, err := store.Open(path)
	if err != nil {
		return err
	}
	before := k.now
	if before != nil && before.sameFiles(c, keptMaps) {
		before.stamp = at // the open version continues, with everything that was counted for it
		return c.Close()
	}
	k.now = &opened{Crawl: c, of: k, stamp: at, refs: 1, find: pages.New(c), maps: &mapStore{}, ledger: &latest[*missing.Missing]{}, links: linkLists{turn: newTurn()}}
	if before != nil && before.mapsAs() != "" && before.mapsAs() == k.now.mapsAs() {
		k.now.maps = before.maps
	}
	if before != nil && before.sameFiles(c, store.ResultsDir+"/", store.ReportDir+"/") {
		k.now.ledger = before.ledger
	}
	if before != nil {
		before.drop()
		if k.renewed != nil {
			k.now.refs++
			k.renewed(k.now)
		}
	}
	return nil
}

// keptMaps is the beginning of the names of files with kept maps.
const keptMaps = store.ResultsDir + "/index/map-"

// sameFiles reports whether a newer version of the crawl has the same files, except those whose names begin with a prefix.
func (o *opened) sameFiles(c *store.Crawl, except ...string) bool {
	if o.Manifest == nil || c.Manifest == nil || o.Path != c.Path {
		return false
	}
	excepted := func(name string, _ store.FileInfo) bool {
		return slices.ContainsFunc(except, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	}
	a, b := maps.Clone(o.Manifest.Files), maps.Clone(c.Manifest.Files)
	maps.DeleteFunc(a, excepted)
	maps.DeleteFunc(b, excepted)
	return maps.Equal(a, b)
}

// sitesFile has the sites that were found.
const sitesFile = store.ResultsDir + "/" + store.SitesResult + ".npy"

// mapsAs names everything on which maps of the crawl depend: graph, names, states and sites. It is empty for a bare graph.
func (o *opened) mapsAs() string {
	if o.Manifest == nil {
		return ""
	}
	return o.Manifest.ID() + " " + o.Manifest.Files[sitesFile].SHA256
}

// hold adds a use to a crawl that is in use.
func (o *opened) hold() {
	o.of.mu.Lock()
	defer o.of.mu.Unlock()
	o.refs++
}

// release ends the use of a crawl by a request.
func (o *opened) release() {
	o.of.mu.Lock()
	defer o.of.mu.Unlock()
	o.drop()
}

// drop forgets a use, and closes the crawl after the last. The caller holds the lock.
func (o *opened) drop() {
	if o.refs--; o.refs == 0 {
		if v := o.group.Got; v != nil {
			v.Close() //nolint:errcheck // only read
		}
		o.lists.close()
		o.shelf.close()
		o.find.Close() //nolint:errcheck // only read
		o.Close()      //nolint:errcheck // every request has reported the damage that it met
	}
}

// close forgets the newest version.
func (k *crawl) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.now != nil {
		k.now.drop()
		k.now = nil
	}
}
