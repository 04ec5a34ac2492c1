package watch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/inert"
	"weft/livecrawl/folder"
)

// A Kept is the content of the file of Options.File.
type Kept struct {
	Report
	// Ended says that the run has ended, so that nothing follows before another run.
	Ended bool `json:"ended,omitempty"`
}

const (
	keepEvery = 2 * time.Second // between two files
	leastKept = keepEvery - step/2
	mostKept  = 4 << 20 // bytes of a file that is read
	// livesFor is the age of a file from which its run is taken for ended: a crawler that was killed says nothing.
	livesFor = 15 * time.Second
)

// keep writes the file when it is time for it, and at the end. A write that fails is not reported: the crawl reports a full
// disk itself, and the next write is near.
func (w *Watcher) keep(ended bool) {
	if w.o.File == "" || !ended && time.Since(w.kept) < leastKept {
		return
	}
	w.kept = time.Now()
	if ended {
		w.sample()
	}
	text, err := json.Marshal(Kept{w.Report(), ended})
	if err != nil {
		return // no value of it can fail
	}
	next := w.o.File + folder.NewSuffix
	if err := writeNew(next, inert.JSON(text)); err == nil {
		err = os.Rename(next, w.o.File)
		if err == nil {
			return
		}
	}
	os.Remove(next) //nolint:errcheck // it may not be there
}

// writeNew removes the file at a path, and writes a new one. It follows no symbolic link, which might lead out of the folder
// of the crawl, and waits for no pipe.
func writeNew(path string, text []byte) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // as the log
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// ReadKept reads the file of a crawl. The error is [fs.ErrNotExist] if no run has written one.
func ReadKept(path string) (*Kept, error) {
	text, err := disk.ReadRegular(path, mostKept)
	if err != nil {
		return nil, err
	}
	k, err := parseKept(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}

// parseKept reads the content of a file.
func parseKept(text []byte) (*Kept, error) {
	if len(text) > mostKept {
		return nil, corrupt.Errorf("more than %d bytes, expected the status of a crawl", mostKept)
	}
	k := &Kept{}
	if err := json.Unmarshal(text, k); err != nil {
		return nil, corrupt.Errorf("no status of a crawl: %s", err)
	}
	if k.Time.IsZero() {
		return nil, corrupt.Errorf("a status without a time")
	}
	return k, nil
}

// Runs reports whether the run of a file continues: the file is recent, and does not say that the run has ended. A file from
// the future is not recent: its clock was wrong, and it would be recent for long.
func (k *Kept) Runs(now time.Time) bool {
	return !k.Ended && now.Sub(k.Time).Abs() < livesFor
}
