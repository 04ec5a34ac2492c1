package livecrawl

import (
	"fmt"

	"weft/crawl/journal"
	"weft/internal/corrupt"
	"weft/livecrawl/folder"
	"weft/web/warc"
)

// openJournal opens log, names and archive as the last run has left them. Damage is an error, and changes nothing.
func (j *Job) openJournal() error {
	var err error
	j.book.journal, err = journal.Open(j.path(folder.LogDir), journal.Opening{Closed: j.folder.Closed(), Has: j.has, Adopt: j.adopt})
	return err
}

// has reports an error if the journal lacks bytes before a place.
func (h *home) has(p journal.Place) error {
	dir := h.path(folder.FrontierDir)
	n, err := h.opts.frontiers().Count(dir)
	if err != nil {
		return err
	}
	if n < p.Names {
		return corrupt.Errorf("%s: it has %d names, and had %d", dir, n, p.Names)
	}
	if p.Ending == journal.Closed && n > p.Names {
		return corrupt.Errorf("%s: it has %d names, and had %d when the crawl ended in order", dir, n, p.Names)
	}
	if h.cfg.Web != folder.Live {
		return nil
	}
	return warc.HasMark(h.path(folder.WARCDir), warc.Mark(p.End), tailOf(p.Ending), h.warcOptions())
}

// tailOf returns the bytes that the archive may have after the place where the last run ended.
func tailOf(e journal.Ending) warc.Tail {
	switch e {
	case journal.Closed:
		return warc.TailNone
	case journal.Killed:
		return warc.TailRecords
	}
	return warc.TailAny
}

// adopt opens names and archive, cut to a place.
func (j *Job) adopt(_ []byte, p journal.Place) (journal.Names, journal.Archive, error) {
	if err := j.useFrontier(j.opts.frontiers().Open(j.path(folder.FrontierDir), p.Names)); err != nil {
		return nil, nil, err
	}
	if j.cfg.Web != folder.Live {
		return j.book.frontier, nil, nil
	}
	var err error
	if j.source.files, err = warc.OpenFiles(j.path(folder.WARCDir), warc.Mark(p.End), j.warcOptions()); err != nil {
		return nil, nil, err
	}
	for _, a := range j.source.files.Aside() {
		j.told.add(fmt.Sprintf("%d bytes of the archive, which the last run had not learnt when it ended, are in %s now", a.Bytes, a.File))
	}
	for _, err := range j.source.files.Damage() {
		j.told.add(err.Error() + "; the record stays, and is in no index")
	}
	a, err := j.openArchiver()
	return j.book.frontier, a, err
}
