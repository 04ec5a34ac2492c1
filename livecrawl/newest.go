package livecrawl

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"weft/crawl/journal"
	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/livecrawl/folder"
	"weft/store"
)

// A Newest describes the newest snapshot of a crawl, and reports whether the log has changed since.
type Newest struct {
	Dir    string    `json:"-"`         // folder of the snapshot
	Made   time.Time `json:"made"`      // when its making began
	Log    int64     `json:"log_bytes"` // length of the log that it includes, bytes; 0 if unknown
	Learnt uint64    `json:"learnt"`    // responses that it includes; 0 if unknown
	// Grown reports whether the log has changed since: a later run added to it, or a recovery cut it.
	Grown bool `json:"-"`
}

// mostNewest is the largest size of the note of a snapshot, in bytes. weft writes less than 200.
const mostNewest = 4096

// NewestSnapshot describes the newest snapshot of a crawl; false if there is none. It reads a small note and the length of
// the log. The snapshots of earlier versions have no note. For these, and if the note lacks the time or the length, the
// log counts as grown if it was written after the snapshot.
func NewestSnapshot(dir string) (Newest, bool) {
	n := Newest{Dir: filepath.Join(dir, folder.SnapshotDir)}
	states, err := os.Stat(filepath.Join(n.Dir, store.StatesFile)) // the manifest is written again with every result
	if err != nil {
		return n, false
	}
	data, err := disk.ReadRegular(filepath.Join(dir, folder.SnapshotFile), mostNewest)
	if err != nil || json.Unmarshal(data, &n) != nil || n.Made.IsZero() || n.Log <= 0 {
		n.Made, n.Log, n.Learnt = states.ModTime(), 0, 0
	}
	log, err := os.Stat(filepath.Join(dir, folder.LogDir, journal.EventsFile))
	if err != nil {
		return n, true
	}
	n.Grown = log.Size() != n.Log
	if n.Log == 0 {
		n.Grown = log.ModTime().After(n.Made)
	}
	return n, true
}

// Age returns the time since the snapshot was made.
func (n *Newest) Age() time.Duration { return time.Since(n.Made) }

// writeNewest notes what the newest snapshot includes. A crash before it leaves the note of the snapshot before, which
// includes less.
func writeNewest(dir string, n Newest) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if err := atomicfile.WriteFile(filepath.Join(dir, folder.SnapshotFile), append(data, '\n')); err != nil {
		return fmt.Errorf("note of the snapshot: %w", err)
	}
	return nil
}
