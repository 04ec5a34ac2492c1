package ingest

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"weft/internal/responses"
	"weft/web/warc"
)

// replies counts the responses that the inputs hold or describe, by their source.
type replies struct {
	of      map[string]*responses.Counter
	joined  []*responses.Total // of workers
	unknown bool               // a worker did not count the responses of an input
}

// from returns the counter of a source.
func (r *replies) from(source string) *responses.Counter {
	if r.of == nil {
		r.of = map[string]*responses.Counter{}
	}
	if r.of[source] == nil {
		r.of[source] = new(responses.Counter)
	}
	return r.of[source]
}

// totals returns the counts of each source that has responses, in the order of [responses.Sources].
func (r *replies) totals() ([]*responses.Total, error) {
	all := append([]*responses.Total{}, r.joined...)
	for source, c := range r.of {
		t := c.Total()
		t.Source = source
		all = append(all, t)
	}
	return responses.Join(all)
}

// repliesNote counts the responses of further sources.
const repliesNote = "responses that WAT files, indexes or crawl logs describe: not counted beside other responses, which may be the same"

// keepReplies puts the counts of the fullest source into the manifest.
func (im *importer) keepReplies() error {
	all, err := im.replies.totals()
	if err != nil || len(all) == 0 || im.replies.unknown {
		return err
	}
	im.Draft.Manifest.Responses = all[0]
	for _, t := range all[1:] {
		im.Notes[repliesNote] += t.Responses
	}
	return nil
}

// countReply counts the response that a record holds or describes.
func (im *importer) countReply(c *record) {
	if !c.reply {
		return
	}
	kind, n := c.kind, im.replies.from(responses.OfArchives)
	if kind == wat {
		n = im.replies.from(responses.OfWAT)
		switch c.page.Described.Kind {
		case warc.TypeResource:
			kind = resource
		case warc.TypeRevisit:
			kind = revisit
		}
	}
	switch kind {
	case resource:
		n.Resources++
	case revisit:
		n.Revisits++
	}
	switch f := &c.facts; {
	case c.kind == wat && c.size == 0: // an HTTP response is never empty
		n.AddSizeless(f.Status, string(f.Type))
	case f.Status > 0:
		n.Add(f.Status, string(f.Type), c.size)
	default:
		n.AddBare(string(f.Type), c.size)
	}
	if !c.facts.Time.IsZero() {
		n.AddTime(c.facts.Time, c.size)
	}
}

// indexTime is the form of times in indexes.
const indexTime = "20060102150405"

// countEntry counts an entry of an index. Indexes do not tell the size of a response.
func (im *importer) countEntry(got *captured, status int, media string) {
	n := im.replies.from(responses.OfIndexes)
	if media == revisitMime {
		n.Revisits++
	}
	n.AddSizeless(status, media)
	if len(got.when) >= len(indexTime) {
		if at, err := time.Parse(indexTime, got.when[:len(indexTime)]); err == nil {
			n.AddTime(at, 0)
		}
	}
}

// countLine counts the response of a line of a crawl log. Lines about failures and about DNS have smaller statuses.
func (im *importer) countLine(fields [][]byte, status int) {
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
	n := im.replies.from(responses.OfLogs)
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
