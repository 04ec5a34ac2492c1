package similar

import (
	"bytes"

	"weft/internal/splitmix"
)

// An Answer is the response of a server to a request, after redirects.
type Answer struct {
	Status int
	// Final is the URL in the end, where it is another than was requested; else empty.
	Final []byte
	Print Print
}

// A Probe holds the response of a host, or of one of its directories, to URLs that do not exist.
type Probe struct {
	// Missing is the answer to a URL made by Missing.
	Missing Answer
}

const (
	// sameTitle is how near pages of one title must be to be taken for one message around changing text.
	sameTitle = 10
	// fewWords is where a text has too few features for its hash to say much.
	fewWords = 8
)

// Same reports whether a response is the error page of the host, and how it knows:
//
//   - "status": both statuses are 404 or 410;
//   - "redirect": both requests end at the same URL;
//   - "content": the words are near duplicates, and their numbers differ by at most a tenth;
//   - "title": the titles are equal, and the hashes of the words differ in less than 11 bits.
//
// If either status is 400 or more, Same compares only the statuses.
func (p *Probe) Same(a Answer) (string, bool) {
	m := &p.Missing
	switch {
	case m.Status >= 400 || a.Status >= 400:
		return "status", isGone(m.Status) && isGone(a.Status)
	case len(m.Final) > 0 && bytes.Equal(m.Final, a.Final):
		return "redirect", true
	}
	why := alike(m.Print, a.Print)
	return why, why != ""
}

func isGone(status int) bool { return status == 404 || status == 410 }

// alike says in what two prints are alike, or "".
func alike(a, b Print) string {
	d, diff := Distance(a.Hash, b.Hash), a.Words-b.Words
	switch {
	case a.Words < fewWords || b.Words < fewWords:
		if a.Hash == b.Hash && diff == 0 && bytes.Equal(a.Title, b.Title) {
			return "content"
		}
	case d <= Near && 10*max(diff, -diff) <= max(a.Words, b.Words):
		return "content"
	case d <= sameTitle && len(a.Title) > 0 && bytes.Equal(a.Title, b.Title):
		return "title"
	}
	return ""
}

// Missing appends a URL to dst that surely does not exist: in the directory of a canonical URL, a name of 20
// letters that depends on the seed. It keeps the extension of the URL, because a server's response may depend on
// it.
func Missing(dst, url []byte, seed uint64) []byte {
	if i := bytes.IndexByte(url, '?'); i >= 0 {
		url = url[:i]
	}
	slash := bytes.LastIndexByte(url, '/')
	dst = append(dst, url[:slash+1]...)
	for i := range uint64(20) {
		dst = append(dst, 'a'+byte(splitmix.Mix(seed+i*splitmix.Golden)%26)) //nolint:gosec // below 26
	}
	name := url[slash+1:]
	if dot := bytes.LastIndexByte(name, '.'); dot > 0 && len(name)-dot <= 6 {
		dst = append(dst, name[dot:]...)
	}
	return dst
}
