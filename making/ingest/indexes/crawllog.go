package indexes

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"time"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/held"
	"weft/internal/responses"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// CrawlLog is the log of a crawl, with one line per response, as Heritrix writes it.
const CrawlLog formats.Name = "crawl-log"

// CrawlLogFormat is the format CrawlLog.
var CrawlLogFormat = formats.Format{
	Name: CrawlLog, Group: formats.Archives, Endings: []string{".log"},
	Says:   "the crawl log of Heritrix or weft: one arc from the referring page per page, states by status",
	States: true, Lay: layLines, Read: readCrawlLog,
}

// A crawl log has a line for each response, in Heritrix's form (Heritrix 3, "Logs"), which weft crawl writes too. The columns
// are time, status, size, URL, path from the seed, the referring URL, media type, and more. A referring URL gives an arc: one
// per page, because a log knows only the first. States come from the statuses.
var crawlLogLine = held.Regexp(`^\d{4}-?\d\d-?\d\d[T ]?\d\d:?\d\d:?\d\d\S*\s+-?\d+\s+(-|\d+)\s+[a-zA-Z][a-zA-Z0-9+.-]*:\S+\s+(-|[A-Z0-9]+\+?[A-Z]*|\d+\+[A-Z]*)\s+(-|[a-zA-Z][a-zA-Z0-9+.-]*:\S+)(\s|$)`)

// IsCrawlLog says whether a text is a crawl log.
func IsCrawlLog(s *tables.Sample) bool {
	lines := s.Texts()
	return len(lines) > 0 && tables.ShareOf(lines, crawlLogLine().Match) >= tables.Fitting
}

// Columns of a crawl log.
const (
	logTime = iota
	logStatus
	logSize
	logURL
	logPath
	logVia
	logType
	logRemarks = 11
)

const (
	treeNote    = "arcs of crawl logs, which hold only the first link to each page"
	noPagesNote = "lines about other things than pages of the Web, such as dns: and robots.txt, left out"
	embedsNote  = "images, style sheets and other requisites, left out"
	hopsNote    = "pages found by a sitemap or a guess, which is not an arc"
)

func readCrawlLog(ctx context.Context, t *formats.Text) error {
	return t.Import.Named(func() error { return t.Each(ctx, logLines{t}.take) })
}

// logLines reads the lines of a crawl log.
type logLines struct{ *formats.Text }

func (t logLines) take(fields [][]byte) error {
	if len(fields) <= logVia {
		return tally.Badf("%d columns: expected time, status, size, URL, path and referrer", len(fields))
	}
	status, err := strconv.Atoi(string(fields[logStatus]))
	if err != nil {
		return tally.Badf("the status %.20q is not a number", fields[logStatus])
	}
	countLine(t.Import, fields, status)
	url, path, via := fields[logURL], fields[logPath], fields[logVia]
	hop := path[len(path)-1]
	if !judge.IsURL(url) || hop == 'P' || hop == 'S' || hop == 'M' && bytes.HasSuffix(url, []byte(".xml")) {
		t.Import.Notes[noPagesNote]++
		return nil
	}
	html := len(fields) <= logType || isPageType(fields[logType], status)
	if !html && (hop == 'E' || hop == 'X') {
		t.Import.Notes[embedsNote]++
		return nil
	}
	c := t.Import.Col
	if t.Key, err = t.Name(t.Key[:0], url); err != nil {
		return err
	}
	state := logState(status)
	if status < 400 && len(fields) > logRemarks && bytes.Contains(fields[logRemarks], []byte("unasked")) { // remark of weft crawl about a response without content
		state = page.Failed
	}
	to := c.Page(t.Key, assemble.StateOf(state, html))
	if string(via) == "-" || !judge.IsURL(via) {
		return c.Room()
	}
	k := hopKind(hop)
	if k == 0 {
		t.Import.Notes[hopsNote]++
		return c.Room()
	}
	if t.Key, err = t.Name(t.Key[:0], via); err != nil {
		return err
	}
	c.States[to] |= assemble.Firm
	c.Arc(c.Page(t.Key, assemble.Firm|uint8(page.Unknown)), to, k)
	t.Import.Notes[treeNote]++
	return c.Room()
}

// hopKind returns how a page leads to another, by the last letter of the path; 0 where it does not.
func hopKind(hop byte) kinds.Set {
	switch hop {
	case 'L':
		return kinds.Link
	case 'R':
		return kinds.Redirect
	case 'E', 'X': // X is a guess of Heritrix's, from a script
		return kinds.Embed
	}
	return 0
}

// isPageType reports whether a response may be a page: its media type is HTML or missing, or it has no content.
func isPageType(mediaType []byte, status int) bool {
	return status < 200 || status >= 300 || string(mediaType) == "-" || bytes.Contains(bytes.ToLower(mediaType), []byte("html"))
}

// logState returns the state of a page by its status in a log: Heritrix's own are negative.
func logState(status int) page.State {
	switch {
	case status == -9998, status <= -4000 && status >= -5999: // robots.txt; too deep, out of scope, of a limit
		return page.Excluded
	case status == 0: // not asked for, so far
		return page.Ghost
	case status < 100:
		return page.Failed
	}
	return page.FromStatus(status, true)
}

// countLine counts the response of a line of a crawl log. Lines about failures and about DNS have smaller statuses.
func countLine(im *formats.Import, fields [][]byte, status int) {
	const least, most = 100, 999
	if status < least || status > most {
		return
	}
	size, _ := strconv.ParseInt(string(fields[logSize]), 10, 64) // "-" stands for nothing received
	size = max(0, size)
	media := ""
	if len(fields) > logType && string(fields[logType]) != "-" {
		media, _, _ = strings.Cut(strings.ToLower(string(fields[logType])), ";")
	}
	n := im.Replies.From(responses.OfLogs)
	n.Add(status, media, size)
	if len(fields) > logRemarks && bytes.Contains(fields[logRemarks], []byte("duplicate:")) {
		n.Revisits++
	}
	for _, layout := range []string{time.RFC3339Nano, indexTime} {
		if at, err := time.Parse(layout, string(fields[logTime])); err == nil {
			n.AddTime(at, size)
			return
		}
	}
}
