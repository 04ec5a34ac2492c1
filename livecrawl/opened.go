package livecrawl

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"weft/crawl/journal"
	"weft/internal/corrupt"
	"weft/internal/option"
	"weft/web/warc"
)

// openJournal opens log, names and archive as the last run has left them. Damage is an error, and changes nothing.
func (j *Job) openJournal() error {
	var err error
	j.journal, err = journal.Open(j.path(logDir), journal.Opening{Closed: j.folder.closed(), Has: j.has, Adopt: j.adopt})
	return err
}

// closed says whether the last run ended in order, so that nothing may be torn.
func (f *Folder) closed() bool {
	n := len(f.Runs)
	return n > 0 && f.Runs[n-1].Whole
}

// has says what lacks of a place in the journal.
func (j *Job) has(p journal.Place) error {
	dir := j.path(frontierDir)
	n, err := j.opts.frontiers().Count(dir)
	if err != nil {
		return err
	}
	if n < p.Names {
		return corrupt.Errorf("%s: it has %d names, and had %d", dir, n, p.Names)
	}
	if p.Ending == journal.Closed && n > p.Names {
		return corrupt.Errorf("%s: it has %d names, and had %d when the crawl ended in order", dir, n, p.Names)
	}
	if j.cfg.Web != Live {
		return nil
	}
	return warc.HasMark(j.path(warcDir), warc.Mark(p.End), tailOf(p.Ending), j.warcOptions())
}

// tailOf says what the archive may have after the place where the last run has left it.
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
	if err := j.useFrontier(j.opts.frontiers().Open(j.path(frontierDir), p.Names)); err != nil {
		return nil, nil, err
	}
	if j.cfg.Web != Live {
		return j.frontier, nil, nil
	}
	var err error
	if j.files, err = warc.OpenFiles(j.path(warcDir), warc.Mark(p.End), j.warcOptions()); err != nil {
		return nil, nil, err
	}
	for _, a := range j.files.Aside() {
		j.told.add(fmt.Sprintf("%d bytes of the archive, which the last run had not learnt when it ended, are in %s now", a.Bytes, a.File))
	}
	for _, err := range j.files.Damage() {
		j.told.add(err.Error() + "; the record stays, and is in no index")
	}
	a, err := j.openArchiver()
	return j.frontier, a, err
}

// ErrDamaged marks a crawl that cannot go on, as something of it is damaged or missing.
var ErrDamaged = errors.New("the crawl is damaged")

// isMissing says whether an error is that a file of a crawl is not there.
func isMissing(dir string, err error) bool {
	of, ok := errors.AsType[*fs.PathError](err)
	return ok && errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(of.Path, filepath.Clean(dir)+string(filepath.Separator)) && holdsCrawl(dir)
}

// Rescuable says of an error that a crawl is damaged, if that is what it means, and how the crawl can be made
// usable again.
func Rescuable(dir string, err error) error {
	switch {
	case err == nil || errors.Is(err, ErrDamaged):
		return err
	case errors.Is(err, corrupt.Err), errors.Is(err, warc.ErrShort), errors.Is(err, warc.ErrBadRecord), isMissing(dir, err):
		format := "%w (%w: nothing was removed; {recover} %s makes it go on from what is intact"
		args := []any{err, ErrDamaged, dir}
		if files, _ := os.ReadDir(filepath.Join(dir, warcDir)); len(files) > 0 {
			format += ", and {import} %s reads the archive"
			args = append(args, filepath.Join(dir, warcDir))
		}
		return option.Errorf(format+")", args...)
	}
	return err
}
