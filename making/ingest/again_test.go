package ingest_test

import (
	"fmt"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/making/ingest"
)

const (
	plainNote       = "captures that are not HTML and have no links: pages only if a page links to them"
	againNote       = "captures of pages that were captured before: the best state holds, and the links of all are joined"
	revisitNote     = "pages known only by revisit records: they count as fetched, and their links are not known"
	revisitLeftNote = "pages known only by revisit records and without links to them, left out"
)

// sight is a record of a page; what a reader of the formats says of it by hand.
type sight struct {
	kind, contentType, block string
	opens, closes            bool // as a revisit it leaves links open; it tells them
	isCapture                bool
}

const answerType = "application/http; msgtype=response"

var sights = []sight{
	{"response", answerType, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", false, true, true},
	{"response", answerType, "HTTP/1.1 404 No\r\nContent-Type: text/html\r\n\r\n<p>", false, false, true},
	{"response", answerType, "HTTP/1.1 301 Moved\r\nLocation: /moved\r\n\r\n", false, false, true},
	{"resource", "text/html", "<p>", false, true, true},
	{"revisit", answerType, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", true, false, true},
	{"revisit", answerType, "HTTP/1.1 304 Not Modified\r\n\r\n", true, false, true},
	{"revisit", "", "", true, false, true},
	{"revisit", answerType, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n", false, true, true},
	{"revisit", answerType, "HTTP/1.1 302 Found\r\nLocation: /moved\r\n\r\n", false, false, true},
	{"metadata", "application/warc-fields", "outlink: link\thttp://a.example/noted\r\n", false, true, false},
	{"metadata", "application/warc-fields", "weft-state: fetched\r\n", false, true, false},
	{"metadata", "application/warc-fields", "via: http://b.example/\r\n", false, false, false},
	{"request", "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n", false, false, false},
}

func (s *sight) append(text *strings.Builder, uri string) {
	contentType := ""
	if s.contentType != "" {
		contentType = "Content-Type: " + s.contentType + "\r\n"
	}
	fmt.Fprintf(text, "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: %s\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n",
		s.kind, text.Len(), uri, contentType, len(s.block), s.block)
}

// Captures beyond the first of a page, and pages whose content no record has, are counted, in any order and over any
// number of inputs, however little memory there is.
func TestCapturedAgain(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		var texts [2]strings.Builder
		all := sight{kind: "response", contentType: answerType, block: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"}
		for p := range 12 {
			if p%3 > 0 {
				all.block += fmt.Sprintf("<a href=/p%d>", p)
			}
		}
		all.append(&texts[0], "http://a.example/")
		want := map[string]int64{}
		for p := range 12 {
			uri := fmt.Sprintf("http://a.example/p%d", p)
			captures, opens, closes, firm := 0, false, false, p%3 > 0
			for range r.IntN(5) {
				s := &sights[r.IntN(len(sights))]
				s.append(&texts[r.IntN(2)], uri)
				opens, closes = opens || s.opens, closes || s.closes
				makesPage := s.closes && s.contentType != answerType || strings.ContainsAny(s.block, "<") || strings.Contains(s.block, "Location")
				firm = firm || makesPage
				if s.isCapture {
					captures++
				}
				if s.isCapture && !makesPage && !s.opens {
					want[plainNote]++
				}
			}
			want[againNote] += int64(max(0, captures-1))
			switch {
			case !opens || closes:
			case firm:
				want[revisitNote]++
			default:
				want[revisitLeftNote]++
			}
		}
		_, s := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "a.warc", texts[0].String()), writtenAs(t, "b.warc", texts[1].String())}})
		for _, note := range []string{againNote, revisitNote, revisitLeftNote, plainNote} {
			if got := s.Manifest.Steps[0].Notes[note]; got != want[note] {
				t.Errorf("%s: got %d, want %d", note, got, want[note])
			}
		}
	}
}

// An index tells of captures, too.
func TestIndexedAgain(t *testing.T) {
	text := " CDX N b a m s k r M S V g\n"
	for i, path := range []string{"x", "y", "x", "x", "z", "y"} {
		text += fmt.Sprintf("com,a)/%s 2020010100000%d http://a.com/%s text/html 200 D - - 1 %d f\n", path, i, path, i)
	}
	_, s := importText(t, text, ingest.Options{})
	if got := s.Manifest.Steps[0].Notes[againNote]; got != 3 {
		t.Errorf("got %d captures again, want 3", got)
	}
}
