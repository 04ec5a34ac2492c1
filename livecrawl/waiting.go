package livecrawl

import (
	"weft/crawl"
	"weft/internal/inert"
)

// WaitingFile lists, in the folder of a crawl, pages that were not had, and may be had later.
const WaitingFile = "waiting.tsv"

// writeWaiting writes the pages that the crawl waits for, a line each: URL, and why it was not had.
func (j *Job) writeWaiting() error {
	if j.live == nil {
		return nil
	}
	return j.writeList(WaitingFile, j.live.waits.unanswered().Pages > 0, func(l *pageList) error {
		return j.live.waits.each(func(p crawl.Page, reason string) error { return l.line(p, inert.Text(reason)) })
	})
}
