package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"

	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/eventlog"
)

// A Checkpoint says where the state of a crawl lies, and up to where in the log it goes.
type Checkpoint struct {
	Log   eventlog.Position `json:"log"`
	Picks uint64            `json:"picks"`
	Known uint32            `json:"known"`
	Dir   string            `json:"dir"` // in the folder of the journal
	Bytes int64             `json:"bytes"`
	// Sums are the CRC-32C of the parts in hexadecimal, by name.
	Sums map[string]string `json:"sums,omitempty"`
	// Sum is the CRC-32C of the checkpoint itself without it, in hexadecimal. Earlier versions wrote none.
	Sum string `json:"crc32c,omitempty"`
}

// text writes a checkpoint with its checksum.
func (c Checkpoint) text() ([]byte, error) {
	c.Sum = ""
	data, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	c.Sum = fmt.Sprintf("%08x", crc32.Checksum(data, castagnoli))
	return json.Marshal(c)
}

// parseCheckpoint reads what text wrote; false if it is damaged.
func parseCheckpoint(data []byte) (c Checkpoint, ok bool) {
	if json.Unmarshal(data, &c) != nil || c.Dir != fmt.Sprintf("%s-%d", checkpointFile, c.Log.Offset) {
		return c, false
	}
	if c.Sum == "" {
		return c, true
	}
	again, err := c.text()
	return c, err == nil && bytes.Equal(again, data)
}

// Save makes a checkpoint of parts, each written to its own file, and removes the checkpoint before.
func (j *Journal) Save(parts map[string]func(io.Writer) error) (*Checkpoint, error) {
	if err := j.Sync(); err != nil {
		return nil, err
	}
	c := &Checkpoint{Log: j.log.Position(), Picks: j.picks, Known: uint32(j.names.Len())} //nolint:gosec // pages are of 32 bits
	c.Dir, c.Sums = fmt.Sprintf("%s-%d", checkpointFile, c.Log.Offset), map[string]string{}
	dir := filepath.Join(j.dir, c.Dir)
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for name, write := range parts {
		path := filepath.Join(dir, name)
		var sum summer
		if err := atomicfile.Write(path, func(w io.Writer) error {
			sum.to = w
			return write(&sum)
		}); err != nil {
			return nil, errors.Join(err, disk.RemoveAll(dir))
		}
		c.Sums[name] = sum.String()
		if info, err := os.Stat(path); err == nil {
			c.Bytes += info.Size()
		}
	}
	data, err := c.text()
	if err != nil {
		return nil, err
	}
	if err := atomicfile.WriteFile(filepath.Join(j.dir, checkpointFile), data); err != nil {
		return nil, err
	}
	return c, removeCheckpoints(j.dir, c.Dir)
}

// removeCheckpoints removes all checkpoints but one.
func removeCheckpoints(dir, but string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), checkpointFile+"-") && e.Name() != but {
			err = errors.Join(err, disk.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// Checkpoint returns the last checkpoint; nil if there is none that the log reaches.
func (j *Journal) Checkpoint() (*Checkpoint, error) {
	path := filepath.Join(j.dir, checkpointFile)
	data, err := disk.ReadRegular(path, mostNote)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil //nolint:nilnil // none is no error
	}
	if err != nil {
		return nil, err
	}
	c, ok := parseCheckpoint(data)
	if !ok {
		return nil, corrupt.Errorf("%s: it makes no sense: remove it, and the crawl is replayed from its start", path)
	}
	if c.Log.Offset > j.log.Position().Offset {
		return nil, nil //nolint:nilnil // none is no error
	}
	return &c, nil
}

// OpenPart opens a part of a checkpoint after checking its checksum. Checkpoints of earlier versions have no
// checksum.
func (j *Journal) OpenPart(c *Checkpoint, name string) (*os.File, error) {
	path := filepath.Join(j.dir, c.Dir, name)
	if len(c.Sums) > 0 {
		sum, _, err := sumFile(path)
		if err != nil {
			return nil, err
		}
		if sum != c.Sums[name] {
			return nil, corrupt.Errorf("%s: its checksum is %s, the checkpoint says %q", path, sum, c.Sums[name])
		}
	}
	return disk.OpenRegular(path)
}
