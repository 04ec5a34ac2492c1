package captures

import "weft/web/warc"

// headerFacts fills in the facts that the header of a record has.
func (c *record) headerFacts(rec *warc.Record) {
	c.facts.Reset()
	switch c.kind {
	case response, resource:
		c.facts.Size = rec.Length
	case revisit:
	default:
		return
	}
	c.facts.Time = rec.Date()
	c.facts.SetDigest(rec.PayloadDigest())
}

// contentFacts fills in the facts that the content of a record has.
func (c *record) contentFacts() {
	switch c.kind {
	case response, resource, revisit:
	case wat: // the record has another date, digest and length than the response
		d := &c.page.Described
		c.facts.Time = d.Time
		c.facts.SetDigest(string(d.Digest))
		if d.Kind == warc.TypeResponse {
			c.facts.Size = d.Length
		}
		if d.Kind == warc.TypeResource {
			c.page.ContentType = d.Type
		}
	case file:
		c.facts.Size = int64(len(c.block))
	default:
		return
	}
	c.facts.Status = c.page.Status
	c.facts.SetType(c.page.ContentType)
	c.facts.SetTitle(c.page.Title)
	c.facts.SetSite(c.page.Site)
	c.facts.Skin = c.page.Skin
}
