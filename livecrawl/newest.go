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

// A Newest describes the newest snapshot of a crawl beside the log of the crawl.
type Newest struct {
	Dir    string    `json:"-"`         // folder of the snapshot
	Made   time.Time `json:"made"`      // when its making began
	Log    int64     `json:"log_bytes"` // length of the log that it includes, bytes; 0 if unknown
	Learnt uint64    `json:"learnt"`    // responses that it includes; 0 if unknown
	// Grown says that the log has grown since: the crawl knows more than the snapshot.
	Grown bool `json:"-"`
}

// mostNewest is more than the note of a snapshot has, in bytes.
const mostNewest = 4096

// NewestSnapshot describes the newest snapshot of a crawl; false if there is none. It reads a small file and the length of
// the log. The snapshots of earlier versions have no such file: they count as grown if the log was written later.
func NewestSnapshot(dir string) (Newest, bool) {
	n := Newest{Dir: filepath.Join(dir, folder.SnapshotDir)}
	states, err := os.Stat(filepath.Join(n.Dir, store.StatesFile)) // the manifest is written again with every result
	if err != nil {
		return n, false
	}
	if data, err := disk.ReadRegular(filepath.Join(dir, folder.SnapshotFile), mostNewest); err != nil || json.Unmarshal(data, &n) != nil {
		n.Made, n.Log, n.Learnt = states.ModTime(), 0, 0
	}
	log, err := os.Stat(filepath.Join(dir, folder.LogDir, journal.EventsFile))
	if err != nil {
		return n, true
	}
	n.Grown = log.Size() > n.Log
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
