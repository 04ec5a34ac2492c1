package ingest

import (
	"weft/internal/responses"
	"weft/web/warc"
)

// repliesNote counts the responses of further sources.
const repliesNote = "responses that WAT files, indexes or crawl logs describe: not counted beside other responses, which may be the same"

// keepReplies puts the counts of the fullest source into the manifest.
func (im *importer) keepReplies() error {
	all, err := im.Replies.Totals()
	if err != nil || len(all) == 0 || im.Replies.Unknown {
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
	kind, n := c.kind, im.Replies.From(responses.OfArchives)
	if kind == wat {
		n = im.Replies.From(responses.OfWAT)
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
