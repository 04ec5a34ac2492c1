package captures

import (
	"errors"
	"fmt"
	"strings"

	"weft/graph/page"
	"weft/making/assemble"
	"weft/store"
	"weft/web/capture"
	"weft/web/warc"
)

// recordKind is the kind of a record.
type recordKind uint8

const (
	ignored recordKind = iota
	response
	revisit
	resource
	notes
	wat
	file
)

// String names the kind as it stands in the notes of an import.
func (k recordKind) String() string {
	return [...]string{"ignored", "responses", "revisits", "resources", "crawl notes", "wat", "files"}[k]
}

// A record is one record on its way from the archive to the graph: first what was read, then what was found in it.
type record struct {
	kind        recordKind
	offset      int64
	uri         []byte
	contentType string
	block       []byte

	tree    *tree   // of a file
	file    string  // its name
	left    verdict // why it is no page
	variant string  // what the file, a type map, was read as
	foreign bool    // that is in none of the languages wanted
	folders int     // links to folders whose file is in the tree, a page of its own
	folded  int     // links to index files, taken for links to their folders

	known  uint8 // wasCaptured, revisited, linksKnown
	cut    bool  // the archive says that it is not whole, or it is not
	flawed bool  // it is not whole, whatever the archive says
	arc    bool  // it stands in an ARC file
	aside  bool  // it is a page only if some page links to it
	notWeb bool  // its address can be no page

	reply bool  // it is a response of a server, an earlier one repeated, or a file, as an archive holds it
	size  int64 // bytes of its block, as the archive holds it

	weight   int64 // what it takes on its way
	streamed int   // links that were put into the graph one by one
	joined   int   // segments that were joined to it, and that no record of their own counts

	lost  int64  // bytes of the archive that were passed over before the next record
	count string // the note that counts it, if it is no capture

	reject   string // why it is skipped
	remark   string
	beyond   bool // it is larger than the largest page
	page     capture.Reading
	facts    store.Facts
	included int // files
	missing  []string
	unread   []string
}

// reset makes a record ready for another one. It keeps its memory, unless that is more than some bytes: one large page
// should not stay for ever.
func (c *record) reset(most int64) {
	c.page.Reset()
	*c = record{uri: c.uri[:0], block: c.block[:0], page: c.page, facts: c.facts}
	c.facts.Reset()
	if int64(cap(c.block)) > most {
		c.block = nil
	}
	if c.page.Held() > most {
		c.page = capture.Reading{}
	}
}

// A reader finds pages and links in records. It keeps its scratch space.
type reader struct {
	capture.Reader
	page   []byte // with the files that it includes
	bounds bounds
}

// read fills in what a record holds.
func (r *reader) read(c *record) {
	if c.kind == ignored && c.reply {
		r.readIgnored(c)
	}
	if c.kind == ignored || c.reject != "" {
		return
	}
	if int64(len(c.block)) > r.bounds.decoded { // its scratch space should not stay for ever
		defer func() {
			r.page = nil
			r.Reader = capture.Reader{NoURLs: r.NoURLs, MaxBody: r.MaxBody, MaxLinks: r.MaxLinks, Each: r.Each}
		}()
	}
	switch err := r.readKind(c); {
	case errors.Is(err, capture.ErrNotWeb): // dns:, filedesc:, urn: and such
		c.notWeb = true
	case err != nil:
		c.reject = err.Error()
	}
	if c.page.Capped && r.bounds.decoded >= r.bounds.page || c.page.Capped && r.Each != nil {
		c.beyond, c.remark = true, fmt.Sprintf("the body unpacks to more than %d bytes, and is read up to there", r.bounds.page)
	}
	if c.page.Damaged {
		c.remark = "the body breaks off inside its encoding; what came before is used"
	}
	if c.aside {
		c.page.SetAside()
	}
	c.known = c.tells()
	c.contentFacts()
	if d := &c.page.Described; c.kind == wat {
		c.reply, c.size = d.Kind != "", d.Length
	} else if len(c.page.Key) == 0 {
		c.reply = false
	}
	c.page.Body, c.page.Title, c.page.Site = nil, nil, nil
}

// readIgnored reads status and media type of a response that is no page, such as one to a request for robots.txt. Only the
// count of responses needs them.
func (r *reader) readIgnored(c *record) {
	if r.Response(c.uri, c.block, &c.page) != nil {
		c.reply = false
	}
	status, media := c.page.Status, c.page.ContentType
	c.page.Reset()
	c.facts.Status = status
	c.facts.SetType(media)
}

// tells returns the facts about the page that the record gives, besides its state.
func (c *record) tells() uint8 {
	fetched := c.page.State == page.Fetched
	switch {
	case c.isPart():
		return assemble.WasCaptured
	case c.kind == notes && (fetched || len(c.page.Links)+c.streamed > 0): // of a revisit
		return assemble.LinksKnown
	case c.kind == notes:
		return 0
	case c.kind == revisit && fetched && capture.MayBeHTML(c.page.ContentType):
		return assemble.WasCaptured | assemble.Revisited
	case fetched:
		return assemble.WasCaptured | assemble.LinksKnown
	}
	return assemble.WasCaptured
}

// isPart reports whether the record holds a page in part: its links count only if no whole capture of the page is there.
func (c *record) isPart() bool {
	return (c.kind == response || c.kind == resource && c.flawed) && c.page.State == page.Fetched && (c.cut || c.page.BrokeOff || c.page.Part)
}

func (r *reader) readKind(c *record) error {
	switch c.kind {
	case wat:
		return r.WAT(c.block, &c.page)
	case notes:
		return r.Notes(c.uri, c.block, &c.page)
	case resource:
		return r.Resource(c.uri, c.contentType, c.block, &c.page)
	case file:
		return r.readFile(c)
	case revisit:
		return r.Revisit(c.uri, c.block, &c.page)
	}
	err := r.Response(c.uri, c.block, &c.page)
	if c.arc && errors.Is(err, warc.ErrNotHTTP) {
		return r.Resource(c.uri, arcType(c.contentType), c.block, &c.page)
	}
	return err
}

// arcType returns the media type that an ARC file gives a body without HTTP header, as for HTTP/0.9. It returns ""
// without one, so that the body decides.
func arcType(t string) string {
	if kind, sub, ok := strings.Cut(t, "/"); !ok || kind == "" || sub == "" {
		return ""
	}
	return t
}

// readFile finds the links of an HTML file, including the files that it includes.
func (r *reader) readFile(c *record) error {
	body, e := c.tree.expandIncludes(r.page, c.file, c.block)
	if e != nil {
		if r.page = nil; cap(body) <= 1<<20 {
			r.page = body
		}
		c.included, c.missing, c.unread = e.included, e.missing, e.unread
		if e.full {
			c.remark = fmt.Sprintf("the page includes more than %d bytes or more than %d files, and is read up to there", maxGrowth, maxIncludes)
		}
	}
	if err := r.HTML(c.uri, c.contentType, body, &c.page); err != nil {
		return err
	}
	return c.tree.fold(c)
}

// wanted reports whether the whole block of a record is needed: for HTML, for WAT, and for notes of a crawl.
func (r *reader) wanted(rec *warc.Record, head []byte) bool {
	switch kindOf(rec) {
	case response:
		return r.NeedsBody(head)
	case resource:
		return capture.BodyTells(rec.ContentType())
	case wat, notes:
		return true
	}
	return false
}
