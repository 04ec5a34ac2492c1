package fetch

import (
	"errors"
	"io"
	"os"
	"time"

	"weft/web/capture"
	"weft/web/warc"
)

// The archive also holds papers of the crawl: the settings of each run, before its first response, and after its
// last one the new lines of the crawl log. They are resources whose URIs are not pages.
const (
	settingsURI = "urn:weft:settings"
	logURI      = "urn:weft:crawl.log"
)

// paper makes the record of a resource that is no page.
func paper(uri, contentType, purpose string, block []byte) warc.NewRecord {
	return warc.NewRecord{
		Type: warc.TypeResource, TargetURI: uri, Date: time.Now(), ContentType: contentType, Block: block,
		Extra: []string{capture.PurposeField, purpose},
	}
}

// keepSettings appends how the run was set, once.
func (a *Archiver) keepSettings() error {
	if a.settings == nil {
		return nil
	}
	block, err := a.settings()
	if err != nil {
		return err
	}
	a.settings = nil
	return a.keepPaper(paper(settingsURI, "application/json", "settings", block))
}

func (a *Archiver) keepPaper(rec warc.NewRecord) error {
	if _, err := a.packer.Add(rec); err != nil {
		return err
	}
	a.packer.Take(&a.packed)
	return a.append(&a.packed)
}

// KeepLog appends what the crawl log has from an offset on, in records of a size at most, and returns where it ends.
func (a *Archiver) KeepLog(path string, from int64, most int) (end int64, err error) {
	in, err := os.Open(path)
	if err != nil {
		return from, err
	}
	defer in.Close() //nolint:errcheck // it was only read
	size, err := in.Seek(0, io.SeekEnd)
	if err != nil {
		return from, err
	}
	if from > size { // the log was cut by hand
		from = 0
	}
	piece := make([]byte, min(int64(most), size-from))
	for from < size {
		n, err := in.ReadAt(piece, from)
		if err != nil && !errors.Is(err, io.EOF) || n == 0 {
			return from, errors.Join(err, io.ErrUnexpectedEOF)
		}
		n = wholeLines(piece[:n])
		if err := a.keepPaper(paper(logURI, "text/plain", "log", piece[:n])); err != nil {
			return from, err
		}
		from += int64(n)
	}
	return from, nil
}

// wholeLines returns how many bytes of a text are whole lines; all if there is none.
func wholeLines(text []byte) int {
	for n := len(text); n > 0; n-- {
		if text[n-1] == '\n' {
			return n
		}
	}
	return len(text)
}
