package fetch

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"weft/crawl"
	"weft/crawl/journal"
	"weft/internal/disk"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/web/capture"
	"weft/web/warc"
)

// An Archiver writes what was fetched: WARC files, and the crawl log. It is a journal.Archive.
type Archiver struct {
	files     *warc.Files
	packer    *warc.Packer // of notes
	notes     capture.Notes
	packed    warc.Packed
	log       io.Writer // the crawl log
	times     *folder.Times
	line      []byte
	names     visit.Names
	url       []byte
	via       []byte
	settings  func() ([]byte, error) // nil once they were kept
	originals *originals             // nil if what comes again is kept again
	// trouble is why seeds were not fetched; of this run.
	trouble []SeedError
}

// NewArchiver returns the archiver of a run, which knows the payloads that the files have already.
func (w *Web) NewArchiver(files *warc.Files, log io.Writer, times *folder.Times, n visit.Names, settings func() ([]byte, error)) (*Archiver, error) {
	packer, err := warc.NewPacker(warc.WriterOptions{})
	if err != nil {
		return nil, err
	}
	a := &Archiver{files: files, packer: packer, log: log, times: times, names: n, originals: w.originals, settings: settings}
	if w.originals == nil {
		return a, nil
	}
	return a, w.originals.load(files)
}

// Duplicates returns how many payloads were found again in this run, and how many were forgotten.
func (a *Archiver) Duplicates() (found, forgotten uint64) { return a.originals.counts() }

// SeedErrors returns why seeds were not fetched in this run.
func (a *Archiver) SeedErrors() []SeedError { return a.trouble }

// Learnt reports whether the run has learnt anything.
func (a *Archiver) Learnt() bool { return a.settings == nil }

// Add implements [journal.Archive].
func (a *Archiver) Add(p crawl.Pick, r *crawl.Reply, links []crawl.Link) (journal.End, error) {
	pc, ok := r.Attached.(*parcel)
	if !ok {
		return journal.End{}, fmt.Errorf("pick %d has nothing for the archive", p.Seq)
	}
	var err error
	if a.url, err = a.names.Name(a.url[:0], p.Page); err != nil {
		return journal.End{}, err
	}
	if err := a.keepSettings(); err != nil {
		return journal.End{}, err
	}
	for i := range pc.before {
		if err := a.append(&pc.before[i]); err != nil {
			return journal.End{}, err
		}
	}
	if err := a.appendAnswer(pc); err != nil {
		return journal.End{}, err
	}
	if err := a.note(pc, r, links); err != nil {
		return journal.End{}, err
	}
	if pc.response != "" {
		if err := a.times.Put(p.Seq, pc.date); err != nil {
			return journal.End{}, err
		}
	}
	if pc.silent {
		return a.End(), nil
	}
	if err := a.writeLine(pc); err != nil {
		return journal.End{}, err
	}
	a.seedTrouble(pc, r)
	return a.End(), nil
}

// End returns where the archive ends.
func (a *Archiver) End() journal.End {
	m := a.files.Mark()
	return journal.End{File: m.File, Offset: m.Offset}
}

func (a *Archiver) append(p *warc.Packed) error {
	if len(p.Bytes) == 0 {
		return nil
	}
	_, err := a.files.Append(p)
	return err
}

// note records facts that no response contains: that the page was not fetched, which of its links were left out,
// and which pages left out before are let in.
func (a *Archiver) note(pc *parcel, r *crawl.Reply, links []crawl.Link) error {
	a.notes = capture.Notes{State: pc.state, Reason: pc.reason, Excluded: a.notes.Excluded[:0], Limited: a.notes.Limited[:0], LetIn: a.notes.LetIn[:0]}
	if pc.limit != "" {
		a.notes.Limited = append(a.notes.Limited, capture.Exclusion{URL: a.url, Rule: []byte(pc.limit)})
	}
	limited := pc.limited
	for i, l := range links {
		out := &r.Links[i]
		to := &a.notes.Excluded
		if len(limited) > 0 && limited[0] == uint64(i) {
			to, limited = &a.notes.Limited, limited[1:]
		}
		if l.New && l.Barred && !visit.IsMention(out.Kinds) {
			*to = append(*to, capture.Exclusion{URL: out.Name, Rule: []byte(out.Why)})
		}
		if l.LetIn {
			a.notes.LetIn = append(a.notes.LetIn, capture.Outlink{URL: out.Name})
		}
	}
	if a.notes.Empty() {
		return nil
	}
	if _, err := a.packer.Add(warc.Metadata(string(a.url), pc.date, pc.response, a.notes.Append(nil))); err != nil {
		return err
	}
	a.packer.Take(&a.packed)
	return a.append(&a.packed)
}

// writeLine writes a line in the form of Heritrix's crawl.log: time of learning, status, size, URL, path of
// discovery and referring page, media type, worker (left empty), time of the request and duration in milliseconds,
// digest of the payload, source, remarks.
func (a *Archiver) writeLine(pc *parcel) error {
	b := time.Now().UTC().AppendFormat(a.line[:0], "2006-01-02T15:04:05.000Z")
	b = fmt.Appendf(b, " %5d ", pc.status)
	if pc.response == "" {
		b = fmt.Appendf(b, "%10s ", "-")
	} else {
		b = fmt.Appendf(b, "%10d ", pc.size)
	}
	b = append(b, a.url...)
	b, err := a.appendTrail(b, pc)
	if err != nil {
		return err
	}
	b = appendWord(b, pc.mime)
	b = append(b, " #000 "...)
	if pc.response == "" {
		b = append(b, '-')
	} else {
		b = pc.date.UTC().AppendFormat(b, "20060102150405")
		b = fmt.Appendf(b, "%03d+%d", pc.date.Nanosecond()/1e6, pc.took.Milliseconds())
	}
	b = append(b, ' ')
	b = appendWord(b, pc.digest)
	b = append(b, " - "...)
	remarks := strings.Join(pc.remarks, ",")
	if pc.later != "" {
		remarks = strconv.Quote("later: " + pc.later)
	}
	if pc.reason != "" {
		remarks = strconv.Quote(pc.reason)
	}
	a.line = append(appendLast(b, remarks), '\n')
	_, err = a.log.Write(a.line)
	return err
}

// appendTrail appends path and referrer.
func (a *Archiver) appendTrail(b []byte, pc *parcel) ([]byte, error) {
	b = appendLast(append(b, ' '), pc.path)
	if pc.via == crawl.None {
		return append(b, " - "...), nil
	}
	var err error
	if a.via, err = a.names.Name(a.via[:0], pc.via); err != nil {
		return b, err
	}
	b = append(append(b, ' '), a.via...)
	return append(b, ' '), nil
}

func appendWord(b []byte, word string) []byte {
	if word == "" {
		return append(b, '-')
	}
	return append(b, strings.ReplaceAll(word, " ", "_")...)
}

func appendLast(b []byte, text string) []byte {
	if text == "" {
		return append(b, '-')
	}
	return append(b, text...)
}

// Sync implements [journal.Archive].
func (a *Archiver) Sync() error { return a.files.Sync() }

// OpenLog opens the crawl log to append to it, and makes it if it is missing. It refuses a symbolic link.
func OpenLog(path string) (*os.File, error) {
	if err := disk.NoLink(path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
}
