package capture

import (
	"bytes"
	"strings"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/web/weburl"
)

// NotesType is the Content-Type of a metadata record with Notes.
const NotesType = "application/warc-fields"

// IsNotes tells from the Content-Type of a metadata record whether there may be Notes in it.
func IsNotes(contentType string) bool { return strings.HasPrefix(contentType, NotesType) }

// The fields of Notes. Heritrix writes fields named outlink too, with blanks instead of a tab: they are passed over.
const (
	stateField    = "weft-state"
	reasonField   = "weft-reason"
	excludedField = "weft-excluded"
	limitedField  = "weft-limited"
	letInField    = "weft-let-in"
	outlinkField  = "outlink"
)

// Notes are facts about a page that a crawl writes to a metadata record because no response contains them. As
// text, one field per line:
//
//	weft-state: failed | excluded          the request failed, or the page was left out at its turn; for a revisit: fetched
//	weft-reason: robots: Disallow /private the rule or the error, one line
//	weft-excluded: RULE<TAB>URL            a page first found on this page, and left out; repeated
//	weft-limited: RULE<TAB>URL             a page that only a limit of the crawl keeps from being fetched; repeated
//	weft-let-in: URL                       a page known so far by links that are not followed, and now by one that is; repeated
//	outlink: KINDS<TAB>URL                 a link of an unchanged page, whose content was not kept; repeated
type Notes struct {
	State    page.State // Ghost if there is nothing to say of it
	Reason   string
	Excluded []Exclusion // URL and Rule
	Limited  []Exclusion // likewise; readers pass over them, as such pages are known by the links to them alone
	LetIn    []Outlink   // URL
	Outlinks []Outlink   // URL and Kinds
}

// Empty reports whether there is nothing to say.
func (n *Notes) Empty() bool {
	return n.State == page.Ghost && n.Reason == "" && len(n.Excluded)+len(n.Limited)+len(n.LetIn)+len(n.Outlinks) == 0
}

// Append appends the block of the metadata record to dst. Line breaks and tabs in reasons and rules become blanks.
func (n *Notes) Append(dst []byte) []byte {
	if n.State != page.Ghost {
		dst = append(append(append(dst, stateField+": "...), n.State.String()...), "\r\n"...)
	}
	if n.Reason != "" {
		dst = append(appendLine(append(dst, reasonField+": "...), []byte(n.Reason)), "\r\n"...)
	}
	dst = appendExclusions(dst, excludedField, n.Excluded)
	dst = appendExclusions(dst, limitedField, n.Limited)
	for i := range n.LetIn {
		dst = append(append(append(dst, letInField+": "...), n.LetIn[i].URL...), "\r\n"...)
	}
	for _, l := range n.Outlinks {
		dst = append(append(append(dst, outlinkField+": "...), l.Kinds.String()...), '\t')
		dst = append(append(dst, l.URL...), "\r\n"...)
	}
	return dst
}

func appendExclusions(dst []byte, field string, list []Exclusion) []byte {
	for _, x := range list {
		dst = append(appendLine(append(append(dst, field...), ": "...), x.Rule), '\t')
		dst = append(append(dst, x.URL...), "\r\n"...)
	}
	return dst
}

// appendLine appends text without control characters.
func appendLine(dst, text []byte) []byte {
	for _, c := range text {
		if c < ' ' || c == 0x7f {
			c = ' '
		}
		dst = append(dst, c)
	}
	return dst
}

// Notes reads a metadata record with Notes about the page with the given URI. If the record holds no Notes, the
// page has no key, and there is no error. Invalid URLs are counted as bad links. Other fields and unknown states
// are skipped.
func (r *Reader) Notes(uri, block []byte, p *Reading) error {
	if err := r.begin(uri, p); err != nil {
		return err
	}
	ours := false
	for len(block) > 0 {
		var line []byte
		line, block, _ = bytes.Cut(block, []byte{'\n'})
		name, value, _ := bytes.Cut(bytes.TrimRight(line, "\r"), []byte{':'})
		if r.note(name, bytes.TrimLeft(value, " "), p) {
			ours = true
		}
	}
	if !ours {
		p.Key = p.Key[:0]
	}
	return nil
}

// note reads a field; false if it is not one of Notes.
func (r *Reader) note(name, value []byte, p *Reading) bool {
	switch string(name) {
	case stateField:
		for s := page.Excluded; int(s) < page.NumStates; s++ {
			if string(value) == s.String() {
				p.State, p.Firm = max(p.State, s), true
				return true
			}
		}
	case excludedField:
		rule, url, ok := bytes.Cut(value, []byte{'\t'})
		return ok && r.exclude(rule, url, p)
	case letInField:
		r.letIn(value, p)
		return true
	case outlinkField:
		word, url, ok := bytes.Cut(value, []byte{'\t'})
		if !ok {
			return false
		}
		k, err := kinds.Parse(string(word))
		if err != nil {
			return false
		}
		r.base.Clear()
		r.resolve(p, url, k, nil)
		return true
	}
	return false
}

func (r *Reader) exclude(rule, url []byte, p *Reading) bool {
	if href, key := r.noted(url, p); key != nil {
		p.Excluded = append(p.Excluded, Exclusion{URL: p.keep(href), Key: key, Rule: p.keep(rule)})
	}
	return true
}

func (r *Reader) letIn(url []byte, p *Reading) {
	if href, key := r.noted(url, p); key != nil {
		p.LetIn = append(p.LetIn, Outlink{URL: p.keep(href), Key: key})
	}
}

// noted returns a URL of Notes and its key; both are valid until the next call. A URL that cannot be a page counts
// as a bad link and has no key.
func (r *Reader) noted(url []byte, p *Reading) (href, key []byte) {
	href, err := weburl.Append(r.loc[:0], url)
	if err != nil {
		p.BadLinks++
		return nil, nil
	}
	r.loc = href
	href = p.bare(href)
	if key = p.key(href); key == nil {
		p.BadLinks++
	}
	return href, key
}
