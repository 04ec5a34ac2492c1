package frontier

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"weft/crawl"
)

// Checked counts the names that were checked.
type Checked struct {
	Files []string
	Names int
	Bytes int64  // of the files
	Loose int64  // bytes at their ends that are no whole block or frame, which OpenNames cuts off or writes again
	Where string // the last file that has names
	Whole int64  // bytes of it that are whole
}

// Verify reads all names of a folder, which may be in use. It checks every block and frame by its checksum, and
// that no name occurs twice, by fingerprints. atLeast is the least number of names. each, if not nil, is called
// with each page and its name, which is valid until it returns; its error ends the check. Damage is an error that
// wraps ErrCorrupt and names file and place, a [FileError] if it lies in one file.
//
// Memory: 8 bytes per name, and the memory of names opened for reading.
func Verify(dir string, atLeast int, each func(p crawl.Page, name []byte) error) (Checked, error) {
	var c Checked
	n, err := OpenNamesReadOnly(dir)
	if err != nil {
		return c, err
	}
	defer n.Close() //nolint:errcheck // only read
	if err := c.measure(n); err != nil {
		return c, err
	}
	keys := make([]crawl.Key, 0, n.Len())
	err = n.Each(0, func(p crawl.Page, name []byte) error {
		c.Names++
		keys = append(keys, Fingerprint(name))
		if each == nil {
			return nil
		}
		return each(p, name)
	})
	if err == nil && c.Names < atLeast {
		err = &FileError{filepath.Join(dir, c.Where), fmt.Errorf("%w: %d names to byte %d, and there were %d", ErrCorrupt, c.Names, c.Whole, atLeast)}
	}
	if err != nil {
		return c, err
	}
	slices.Sort(keys)
	for i := range keys {
		if i > 0 && keys[i] == keys[i-1] {
			return c, fmt.Errorf("%s: %w: two names have the fingerprint %016x", dir, ErrCorrupt, uint64(keys[i]))
		}
	}
	return c, nil
}

// measure finds out how many bytes there are, and how many belong to no whole block or frame.
func (c *Checked) measure(n *Names) error {
	entries, err := os.ReadDir(n.dir)
	if err != nil {
		return err
	}
	tails, size := 0, int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if errors.Is(err, os.ErrNotExist) { // it became blocks meanwhile
			continue
		}
		if err != nil {
			return err
		}
		c.Files = append(c.Files, e.Name())
		c.Bytes += info.Size()
		if _, ok := numberOf(e.Name(), tailPrefix); ok { // they come in order
			tails++
			c.Where, size = e.Name(), info.Size()
		}
	}
	c.Whole = size - n.torn
	if c.Loose = n.torn; tails > 1 || n.torn > 0 { // with several, blocks are being written
		return nil
	}
	info, err := n.blocks.f.Stat()
	if err != nil {
		return err
	}
	if end := int64(n.blocks.end); info.Size() > end {
		c.Loose, c.Where, c.Whole = info.Size()-end, blocksFile, end
	}
	return nil
}
