package check

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/journal"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/web/capture"
	"weft/web/warc"
)

// A lockstep reads the log and the archive together: the responses of the log must be in the archive in the same
// order.
type lockstep struct {
	off     bool // one of them is damaged, so that nothing can be said of both
	answers int64
	history *journal.History
	names   *frontier.Names
	picks   map[uint64]crawl.Page
	note    visit.Note
	http    warc.Response
	url     []byte
	// recovered are the recoveries that lie ahead. From the answers on that the log had then up to the end of the
	// archive then, the archive has answers that were fetched again.
	recovered []folder.Recovery
	begun     map[string]bool // the files of the archive that were begun

	at    int64          // the number of the next answer of the log
	known map[int64]bool // answers that the archive lost before a recovery
	finds bool           // finds the answers that the archive lacks, also beside damage
	lost  []Lost
}

// A Lost is a reply in the log without its response in the archive.
type Lost struct {
	Answer int64 // its number in the log, from 0
	Page   crawl.Page
}

func (v *Verifier) newLockstep() (*lockstep, error) {
	s := &lockstep{picks: map[uint64]crawl.Page{}, begun: map[string]bool{}, known: map[int64]bool{}, finds: v.finds}
	if s.off = len(v.Report().Damage) > 0 || !v.placed; s.off {
		return s, nil
	}
	if v.folder != nil {
		s.recovered = stillHold(v.folder.Recoveries)
		for i := range v.folder.Recoveries {
			for _, n := range v.folder.Recoveries[i].LostAnswers {
				s.known[n] = true
			}
		}
	}
	var err error
	if s.names, err = frontier.OpenNamesReadOnly(filepath.Join(v.dir, folder.FrontierDir)); err != nil {
		return nil, err
	}
	s.history, err = journal.Look(filepath.Join(v.dir, folder.LogDir), v.until) // a crawl that is running continues beyond it
	return s, err
}

func (s *lockstep) close() {
	if s.names != nil {
		s.names.Close() //nolint:errcheck // only read
	}
	if s.history != nil {
		s.history.Close() //nolint:errcheck // only read
	}
}

// isPutOff says of a reply that its page was postponed, so that the archive has nothing of it.
func isPutOff(r *crawl.Reply) bool { return r.Again && r.State == page.Ghost }

// isAnswer reports whether the note of a reply stands for a response. A page that is given up with its origin
// keeps the status of its last failure, and nothing was received.
func isAnswer(n *visit.Note) bool { return n.Status > 0 && n.Size > 0 }

// next returns the next page that was answered; false at the end of the log.
func (s *lockstep) next() (crawl.Page, bool, error) {
	for {
		e, err := s.history.Next()
		if errors.Is(err, io.EOF) {
			return crawl.None, false, nil
		}
		if err != nil {
			return crawl.None, false, err
		}
		if !e.Learnt {
			s.picks[e.Pick.Seq] = e.Pick.Page
			continue
		}
		if e.Pick.Page == crawl.None {
			continue
		}
		page := s.picks[e.Pick.Seq]
		delete(s.picks, e.Pick.Seq)
		if err := s.note.Parse(e.Reply.Note); err != nil {
			return page, false, err
		}
		if isAnswer(&s.note) && !e.Reply.Aside && !isPutOff(&e.Reply) {
			if s.at++; s.known[s.at-1] {
				continue
			}
			s.answers++
			return page, true, nil
		}
	}
}

// record checks a record of the archive.
func (s *lockstep) record(file string, rec *warc.Record, damage func(file string, offset int64, what string)) error {
	forgotten := s.forgotten()
	if s.off || rec.Type != warc.TypeResponse && rec.Type != warc.TypeRevisit || rec.Header.Bytes(capture.PurposeField) != nil {
		return nil
	}
	if forgotten {
		return nil
	}
	for {
		page, ok, err := s.next()
		if err != nil {
			return err
		}
		if !ok {
			s.off = true
			damage(file, rec.Offset, "a response that the log does not know, and everything after it: "+rec.TargetURI())
			return nil
		}
		if s.url, err = s.names.Name(s.url[:0], page); err != nil {
			return err
		}
		_, err = s.http.ParseHeader(rec.Body)
		if err == nil && rec.TargetURI() == string(s.url) && s.http.Status == s.note.Status {
			return nil
		}
		if !s.finds {
			break
		}
		s.lose(page)
	}
	s.off = true
	damage(file, rec.Offset, fmt.Sprintf("status %d of %s, where the log has status %d of %s", s.http.Status, rec.TargetURI(), s.note.Status, s.url))
	return nil
}

// lose notes that the archive lacks the answer that next returned last.
func (s *lockstep) lose(page crawl.Page) {
	s.answers--
	s.lost = append(s.lost, Lost{s.at - 1, page})
}

// stillHold returns the recoveries that the log has in full.
func stillHold(all []folder.Recovery) (kept []folder.Recovery) {
	for _, r := range all {
		for len(kept) > 0 && kept[len(kept)-1].Answers >= r.Answers {
			kept = kept[:len(kept)-1]
		}
		kept = append(kept, r)
	}
	return kept
}

// begin notes that a file of the archive begins. Recoveries whose archive ended with a file before it lie behind; that file may
// have no whole record.
func (s *lockstep) begin(file string) {
	for len(s.recovered) > 0 && (s.recovered[0].ArchiveFile == "" || s.begun[s.recovered[0].ArchiveFile]) {
		s.recovered = s.recovered[1:]
	}
	s.begun[file] = true
}

// forgotten reports whether a response in the archive is one that the log lost in a recovery. It is called for
// each record of the archive.
func (s *lockstep) forgotten() bool {
	if len(s.recovered) == 0 {
		return false
	}
	n := s.at
	for s.known[n] {
		n++
	}
	return n >= s.recovered[0].Answers
}

// rest reports the responses of the log that the archive lacks.
func (s *lockstep) rest(damage func(file string, offset int64, what string)) error {
	if s.off {
		return nil
	}
	lost := 0
	for {
		page, ok, err := s.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if s.finds {
			s.lose(page)
			continue
		}
		if lost++; lost == 1 {
			if s.url, err = s.names.Name(s.url[:0], page); err != nil {
				return err
			}
		}
	}
	if lost > 0 {
		s.answers -= int64(lost)
		damage("", 0, fmt.Sprintf("%s in the log %s missing, the first of %s", digits.Plural(lost, "answer"), digits.Verb(lost, "is", "are"), s.url))
	}
	return nil
}

// Answers counts the responses of a log in the same way as the responses of an archive are counted.
func Answers(dir string) (int64, error) {
	h, err := journal.Look(dir, 0)
	if err != nil {
		return 0, err
	}
	s := lockstep{history: h, picks: map[uint64]crawl.Page{}}
	defer s.close()
	for {
		if _, ok, err := s.next(); err != nil || !ok {
			return s.answers, err
		}
	}
}
