package fetch

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"weft/crawl"
	"weft/graph/page"
	"weft/livecrawl/visit"
	"weft/web/capture"
	"weft/web/live"
	"weft/web/similar"
	"weft/web/warc"
)

// A parcel holds the parts of a reply other than links: records for the archive, and the line for the crawl log.
// It stays with its reply and is reused.
type parcel struct {
	arena  []byte // names of links
	heard  visit.Heard
	before []warc.Packed // records of the requests before the page, such as robots.txt
	packed warc.Packed   // of the page

	path     string // how the page was found
	via      crawl.Page
	weight   int64 // in the larder
	date     time.Time
	took     time.Duration
	status   int
	size     int
	response string       // identifier of the record
	digest   string       // of the payload
	original bool         // that later answers may refer to
	coming   *coming      // what it announces, or repeats
	twin     *warc.Packed // the answer as a revisit, if another may be appended before it with the same payload
	mime     string
	state    page.State // of a page without a response; else Ghost
	reason   string
	remarks  []string
	later    string   // why the page is postponed
	silent   bool     // do not report the postponement: the page may be requested at any moment
	limit    string   // the limit that keeps the crawl from the page
	limited  []uint64 // links that a limit bars
}

// parcelOf returns the empty parcel of a reply.
func parcelOf(r *crawl.Reply, v *visit.Visit) *parcel {
	pc, ok := r.Attached.(*parcel)
	if !ok {
		pc = new(parcel)
		r.Attached = pc
	}
	*pc = parcel{arena: pc.arena[:0], heard: visit.Heard{Said: pc.heard.Said[:0], Texts: pc.heard.Texts[:0], Tokens: pc.heard.Tokens}, limited: pc.limited[:0], packed: pc.packed, remarks: pc.remarks[:0], path: v.Path, via: v.Via}
	pc.packed.Bytes = pc.packed.Bytes[:0]
	pc.heard.Tokens.Reset()
	return pc
}

// bytes returns the memory of the parcel.
func (pc *parcel) bytes() int64 {
	n := int64(cap(pc.arena)) + int64(cap(pc.packed.Bytes)) + 8*int64(cap(pc.heard.Said)+cap(pc.heard.Tokens.Ends)) + 4*int64(cap(pc.heard.Texts)) + tokenBytes*int64(cap(pc.heard.Tokens.List))
	if pc.twin != nil {
		n += int64(cap(pc.twin.Bytes))
	}
	for i := range pc.before {
		n += int64(cap(pc.before[i].Bytes))
	}
	return n
}

// empty makes a parcel small that was large, once it was learnt.
func (pc *parcel) empty() {
	pc.before, pc.twin, pc.coming, pc.heard.First = nil, nil, nil, nil
	if cap(pc.arena) > keepBytes {
		pc.arena = nil
	}
	if cap(pc.packed.Bytes) > keepBytes {
		pc.packed = warc.Packed{}
	}
}

// tokenBytes is the memory of a token.
const tokenBytes = int64(unsafe.Sizeof(similar.Token{}))

// keepBytes is how much memory a parcel keeps for the next reply.
const keepBytes = 256 << 10

// without fills the parcel of a page that was not fetched.
func (pc *parcel) without(s page.State, status int, reason string) {
	pc.date, pc.state, pc.status, pc.reason = time.Now(), s, status, reason
}

// putOff fills the parcel of a page that is to be picked once more: the archive keeps nothing of it.
func (pc *parcel) putOff(status int, reason string) {
	pc.date, pc.status, pc.later = time.Now(), status, reason
}

// exchange packs request and response.
func (pc *parcel) exchange(f *fetcher, url string) error {
	a := &f.answer
	pc.date, pc.took, pc.status, pc.size = a.Began, a.Took, a.Status, len(a.Response)
	pc.mime, _, _ = strings.Cut(f.page.ContentType, ";")
	if a.Truncated != "" {
		pc.remarks = append(pc.remarks, "truncated:"+a.Truncated)
	}
	if f.r.Aside {
		return pc.aside(f, url)
	}
	response, notes, again := f.revisit(url)
	digest := ""
	if again {
		pc.remarks = append(pc.remarks, "revisit")
	} else if response, notes, digest, again = f.duplicate(url); again {
		pc.remarks = append(pc.remarks, "duplicate:digest")
	} else {
		response = warc.HTTPResponse(url, a.Began, a.Response)
		response.Digest = digest
	}
	placed, err := addExchange(f.packer, response, a, "")
	if err != nil {
		return err
	}
	pc.response, pc.digest = placed.ID, cmp.Or(placed.PayloadDigest, digest)
	f.noteFacts(pc, response.Block)
	pc.original = !again && a.Status == 200 && a.Truncated == "" && len(a.Body()) >= leastDuplicate
	var fields []byte
	if again && !notes.Empty() {
		fields = notes.Append(fields)
	}
	if again && f.unchanged() {
		fields = warc.AppendNotModified(fields, a.Response[:a.HeaderLen])
	}
	if len(fields) > 0 {
		if _, err := f.packer.Add(warc.Metadata(url, a.Began, placed.ID, fields)); err != nil {
			return err
		}
	}
	f.packer.Take(&pc.packed)
	return f.packTwin(pc, url)
}

// noteFacts fills in the facts of a response, which is kept in a record with the given block. Its time is in the file of
// times. A page that has not changed has the status and the digest of its earlier capture.
func (f *fetcher) noteFacts(pc *parcel, block []byte) {
	facts := &f.linker.note.Facts
	facts.Status, facts.Size = pc.status, int64(pc.size)
	digest := pc.digest
	if f.earlier != nil && digest == "" {
		digest = f.earlier.Digest
	}
	if _, code, ok := bytes.Cut(block, []byte(" ")); ok && len(code) > 2 {
		if status, err := strconv.Atoi(string(code[:3])); err == nil {
			facts.Status = status
		}
	}
	facts.SetType(f.page.ContentType)
	facts.SetDigest(digest)
	facts.SetTitle(f.page.Title)
	facts.SetSite(f.page.Site)
	facts.Skin = f.page.Skin
}

// aside packs request and response of a URL that is not a page.
func (pc *parcel) aside(f *fetcher, url string) error {
	a := &f.answer
	placed, err := addExchange(f.packer, warc.HTTPResponse(url, a.Began, a.Response), a, purposes[f.v.Role])
	if err != nil {
		return err
	}
	pc.response, pc.digest = placed.ID, placed.PayloadDigest
	f.noteFacts(pc, a.Response)
	f.packer.Take(&pc.packed)
	return nil
}

// addExchange adds the records of a response and of its request.
func addExchange(p *warc.Packer, response warc.NewRecord, a *live.Answer, purpose string) (warc.Placed, error) {
	response.IP, response.Truncated = a.IP, a.Truncated
	response.Protocols = append(response.Protocols, a.Proto)
	if a.TLS != "" {
		response.Protocols = append(response.Protocols, a.TLS)
	}
	if purpose != "" {
		response.Extra = append(response.Extra, capture.PurposeField, purpose)
	}
	placed, err := p.Add(response)
	if err != nil {
		return placed, err
	}
	request := warc.HTTPRequest(response.TargetURI, a.Began, placed.ID, a.Request)
	request.IP = a.IP
	_, err = p.Add(request)
	return placed, err
}

// purposes are the purposes of roles in records of the archive; see capture.PurposeField.
var purposes = [...]string{visit.PageRole: "", visit.SitemapRole: capture.SitemapFile, visit.RequisiteRole: capture.Requisite, visit.GuessRole: capture.SitemapFile}
