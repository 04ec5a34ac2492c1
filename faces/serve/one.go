package serve

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/answers/measure"
	"weft/answers/missing"
	"weft/answers/pages"
	"weft/answers/records"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/web/weburl"
)

// Limits of the screen of a page.
const (
	mostWords   = 20      // anchor texts that are listed
	mostAnchors = 3       // anchor texts of one link
	mostCounted = 1 << 16 // anchors that are counted by text
)

// single are the values of the screen of a page.
type single struct {
	Row        row
	Host       string // for the link to the pages of the host
	Facts      bool
	Digest     string
	Outside    string // the address on the Web; empty if it is no http address
	HasRecord  bool   // the archive has a record of the page
	Replay     string // the address in a replay of the archive; empty if there is none
	ReplayAt   string // host and port of the replay
	Places     []place
	Site       row    // representative page of its site; empty without sites
	SiteKnown  bool   // sites were found, and the page belongs to one
	Cluster    string // number and size of its cluster; empty without clusters
	In, Out    linked
	Others     bool       // In has the links from other hosts alone
	Downloads  []download // of all pages that link here
	Near       *near      // nil if the page has no links
	Words      []figure   // anchor texts of the links to the page, the most frequent first
	WordsOf    int        // number of anchors that were counted
	WordsCut   bool       // there are more
	HasAnchors bool
	Damage     []string     // kept results that cannot be read
	Archive    bool         // the texts are read from the archive, for the pages that are shown
	Unread     int          // pages that are shown and whose texts were not read
	Why        *missing.Why // why the crawl does not hold the page; nil if it does, or while the log is read
	Asking     bool         // the log is read
	Explains   bool         // a job can explain the site of the page
	Again      bool         // the page can be requested
	Asked      bool         // it was requested before
	Contact    string       // of a run or a job that requests it
	Checks     bool         // a job can request it once more
	Check      *pageCheck   // the latest such job; nil if there is none
}

// A place is the place of the page in a ranking.
type place struct{ Name, Place, Score, Command string }

// linked are the links of a page in one direction, a part of them.
type linked struct {
	Count          string
	Links          []link
	Previous, Next string // queries; empty if there is none
}

// A link is a page at the other end of a link.
type link struct {
	Row   row
	Kinds string
	Words []string // anchor texts
	More  int      // further anchor texts

	Unread bool // the texts were not read from the archive
	isText bool // some of the links are links of a text
}

// one shows a page.
func (s *Server) one(w http.ResponseWriter, r *http.Request, o *opened) {
	u, ok, err := o.asked(r)
	if err != nil {
		s.failed(w, o.of, err)
		return
	}
	if !ok {
		s.fail(w, http.StatusNotFound, "The crawl does not know this page.", "The screen of pages finds pages by the beginning of their address.")
		return
	}
	v, err := s.single(o, r, u)
	if err != nil {
		s.failed(w, o.of, err)
		return
	}
	if v.Outside != "" && s.whyNoJobs() == "" {
		v.Checks, v.Check, v.Contact = true, s.checkOf(o.of, v.Outside), s.shownContact(r, o.of)
	}
	v.HasRecord = v.Outside != "" && s.hasRecord(r.Context(), o, u, v.Outside)
	if v.Outside != "" && s.options.Replay != "" && (v.HasRecord || !o.of.live && !o.isMissing(u)) {
		v.Replay, v.ReplayAt = s.options.Replay+v.Outside, s.options.Replay
		if at, err := url.Parse(s.options.Replay); err == nil && at.Host != "" {
			v.ReplayAt = at.Host
		}
	}
	shown := &view{Title: short(v.Row.Name()), Crawl: o.of, Of: v, Token: s.token(r)}
	if v.Asking {
		shown.Again = 2
	}
	s.render(w, http.StatusOK, "page", shown)
}

// hasRecord reports whether the archive of the crawl has a record of a page. Before an imported archive has an index, it is so
// for pages that were fetched, redirected or failed.
func (s *Server) hasRecord(ctx context.Context, o *opened, u graph.Node, url string) bool {
	if !o.mayHaveRecords() {
		return false
	}
	if o.of.live {
		all, err := records.Folder(folder.ArchiveDir(o.of.path)).Lookup(ctx, url, 1)
		return err == nil && len(all) > 0
	}
	state := o.State(u)
	return state == page.Fetched || state == page.Redirected || state == page.Failed
}

// asked returns the page that an address names by its URL or its number.
func (o *opened) asked(r *http.Request) (graph.Node, bool, error) {
	if n := r.URL.Query().Get("n"); n != "" {
		u, err := strconv.ParseUint(n, 10, 32)
		return graph.Node(u), err == nil && int64(u) < int64(o.NumPages()), nil //nolint:gosec // 32 bits
	}
	if name := r.URL.Query().Get("url"); name != "" && o.HasNames() {
		return o.Find(name)
	}
	return 0, false, nil
}

// single reads everything about a page.
func (s *Server) single(o *opened, r *http.Request, u graph.Node) (*single, error) {
	rows, err := o.newRows()
	if err != nil {
		return nil, err
	}
	defer rows.close()
	v := &single{Facts: o.HasFacts()}
	if v.Row, err = rows.at(u); err != nil {
		return nil, err
	}
	if v.Digest, err = o.digestOf(u); err != nil {
		return nil, err
	}
	if strings.HasPrefix(v.Row.URL, "http://") || strings.HasPrefix(v.Row.URL, "https://") {
		v.Outside = v.Row.URL
	}
	v.Host, v.Explains = hostOf(v.Row.URL), s.whyNoJobs() == ""
	v.Places = o.places(u)
	for _, err := range o.damage() {
		v.Damage = append(v.Damage, s.shown(err.Error()))
	}
	if err := v.groups(o, rows, u); err != nil {
		return nil, err
	}
	if err := cmp.Or(v.links(o, rows, r, u), s.addWhy(r, o, u, v)); err != nil {
		return nil, err
	}
	if v.Archive = o.hasArchive(); v.Archive {
		return v, s.addTexts(r.Context(), o, u, v)
	}
	return v, nil
}

// digestOf returns the digest of the body of a page; empty if it is unknown.
func (o *opened) digestOf(u graph.Node) (string, error) {
	if !o.HasFacts() {
		return "", nil
	}
	facts, err := o.OpenFacts()
	if err != nil {
		return "", err
	}
	defer facts.Close() //nolint:errcheck // only read
	f, err := facts.At(u)
	if err != nil {
		return "", err
	}
	return string(f.Digest), nil
}

// hostOf returns the host of a URL, without port; empty for another name.
func hostOf(href string) string {
	host, _, _ := weburl.HostPath(href)
	return host
}

// places returns the places of a page in the kept rankings, with ties.
func (o *opened) places(u graph.Node) (all []place) {
	for _, m := range o.scores() {
		all = append(all, place{m.Name, placeText(m.PlaceOf(u, o.NumPages())), strconv.FormatFloat(m.At(u), 'g', 6, 64), command(m.Name) + " " + option.Word(o.of.path)})
	}
	return all
}

// placeText writes a place, or the places that tied pages share.
func placeText(p measure.Place) string {
	if p.First == p.Last {
		return digits.Grouped(p.First)
	}
	return digits.Grouped(p.First) + " to " + digits.Grouped(p.Last) + ", tied"
}

// groups adds the site and the cluster of a page.
func (v *single) groups(o *opened, rows *rowReader, u graph.Node) (err error) {
	if front, ok := o.sites(); ok {
		var site graph.Node
		if site, v.SiteKnown = o.siteOf(front, u); v.SiteKnown {
			if v.Site, err = rows.at(site); err != nil {
				return err
			}
		}
	}
	if of, ok := o.clusters(); ok {
		size := 0
		for _, c := range of {
			if c == of[u] {
				size++
			}
		}
		v.Cluster = fmt.Sprintf("%d, of %s", of[u], digits.Plural(size, "page"))
	}
	return nil
}

// links adds the links of a page in both directions, and counts the anchor texts of links to it.
func (v *single) links(o *opened, rows *rowReader, r *http.Request, u graph.Node) (err error) {
	words, err := o.anchorsOf(u)
	if err != nil {
		return err
	}
	v.HasAnchors = o.NumTexts() > 0
	if v.Words, v.WordsOf, v.WordsCut, err = o.frequent(words); err != nil {
		return err
	}
	one := graph.Range{Lo: int(u), Hi: int(u) + 1}
	if v.Out, err = o.linksAt(rows, o.Scan(one), nil, part{v.Row.Link(), "out", r.URL.Query().Get("out"), nil}); err != nil {
		return err
	}
	keep, err := o.kept(u, r)
	if err != nil {
		return err
	}
	if v.In, err = o.linksAt(rows, o.ScanBack(one), words, part{v.Row.Link(), "in", r.URL.Query().Get("in"), keep}); err != nil {
		return err
	}
	v.Others, v.Near = keep != nil, newNear(v)
	query := v.Row.Link()
	if v.Others {
		query += "&hosts=" + otherHosts
	}
	for _, f := range pages.Formats {
		v.Downloads = append(v.Downloads, download{f.Name, "page/links." + f.Name + query})
	}
	return nil
}

// A part is a part of the links of a page in an address.
type part struct {
	page  string                // query of the page
	field string                // in or out
	from  string                // the first link, as the reader wrote it; anything else than a number is 0
	keep  func(graph.Node) bool // filter of the links; nil for all
}

// at is the query of another part.
func (p part) at(from int) string {
	filter := ""
	if p.keep != nil {
		filter = "&hosts=" + otherHosts
	}
	return p.page + filter + "&" + p.field + "=" + strconv.Itoa(from) + "#" + p.field
}

// linksAt reads a part of the links of a page from a cursor; words are the anchors by source.
func (o *opened) linksAt(rows *rowReader, cur graph.KindCursor, words []store.Anchor, p part) (l linked, err error) {
	if cur == nil { // a bare graph without a transpose
		return l, nil
	}
	all, err := endsOf(cur, p.keep)
	if err != nil {
		return l, err
	}
	ends := all.ends
	l.Count = digits.Plural(len(ends), "page")
	from, _ := strconv.Atoi(p.from)
	from = max(0, min(from, len(ends)))
	to := min(from+rowsShown, len(ends))
	for i := from; i < to; i++ {
		k := all.kindsOf(i)
		x := link{Kinds: k.String(), isText: k&kinds.Link != 0}
		if x.Row, err = rows.at(ends[i]); err != nil {
			return l, err
		}
		if x.Words, x.More, err = o.wordsOf(words, ends[i], mostAnchors); err != nil {
			return l, err
		}
		l.Links = append(l.Links, x)
	}
	if to < len(ends) {
		l.Next = p.at(to)
	}
	if from > 0 {
		l.Previous = p.at(max(0, from-rowsShown))
	}
	return l, nil
}

// anchorsOf returns the anchors that point to a page, by source.
func (o *opened) anchorsOf(u graph.Node) ([]store.Anchor, error) {
	cur := o.Anchors(graph.Range{Lo: int(u), Hi: int(u) + 1})
	if !cur.Next() {
		return nil, cur.Err()
	}
	return slices.Clone(cur.Anchors()), cur.Err()
}

// text returns an anchor text.
func (o *opened) text(a store.Anchor) (string, error) {
	b, err := o.Anchors(graph.Range{}).Text(nil, a)
	return string(b), err
}

// wordsOf returns up to most anchor texts of one source, and the number of others.
func (o *opened) wordsOf(anchors []store.Anchor, from graph.Node, most int) (words []string, more int, err error) {
	at, _ := slices.BinarySearchFunc(anchors, from, func(a store.Anchor, u graph.Node) int { return int(a.From) - int(u) })
	for _, a := range anchors[at:] {
		if a.From != from {
			break
		}
		if len(words) == most {
			more++
			continue
		}
		text, err := o.text(a)
		if err != nil {
			return nil, 0, err
		}
		words = append(words, text)
	}
	return words, more, nil
}

// frequent returns the most frequent anchor texts, of the first mostCounted anchors.
func (o *opened) frequent(anchors []store.Anchor) (words []figure, of int, cut bool, err error) {
	if cut = len(anchors) > mostCounted; cut {
		anchors = anchors[:mostCounted]
	}
	counts := map[uint32]int{}
	for _, a := range anchors {
		counts[a.Text]++
	}
	for _, t := range mostFrequent(counts) {
		text, err := o.text(store.Anchor{Text: t})
		if err != nil {
			return nil, 0, false, err
		}
		words = append(words, figure{Label: text, Value: digits.Grouped(counts[t])})
	}
	return words, len(anchors), cut, nil
}
