package frontier

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"weft/crawl"
	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
)

// ErrCorrupt marks names that are damaged, other than by being cut where a killed process stopped.
var ErrCorrupt = corrupt.Err

// A FileError says which file is not as it should be.
type FileError struct {
	Path string
	Err  error
}

func (e *FileError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns what is wrong with it.
func (e *FileError) Unwrap() error { return e.Err }

// CreateNames begins names in a folder, which is made if it is missing.
func CreateNames(dir string) (*Names, error) {
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(filepath.Join(dir, blocksFile)); err == nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, blocksFile), os.ErrExist)
	}
	old, err := numbered(dir, tailPrefix) // of a process that was killed here
	if err != nil {
		return nil, err
	}
	if err := removeTails(dir, old); err != nil {
		return nil, err
	}
	t, err := createTail(dir, 0)
	if err != nil {
		return nil, err
	}
	// The blocks come last: where they are, the tail is, too.
	if err := errors.Join(t.f.Close(), atomicfile.SyncDir(dir), createBlocks(dir)); err != nil {
		return nil, err
	}
	return OpenNames(dir, -1)
}

// OpenNames opens names for appending, after another process that appended has ended. Names beyond atMost are cut
// off, because the log does not know them; a negative number cuts none. Names that a killed process did not flush
// are missing, so Len may be less. Damage is an error with the file. A damaged block is detected when the block is
// read.
func OpenNames(dir string, atMost int) (*Names, error) {
	if err := finishCut(dir); err != nil {
		return nil, err
	}
	n, err := load(dir, false)
	if err != nil {
		return nil, err
	}
	if atMost >= 0 && n.Len() > atMost {
		err := n.cut(atMost)
		if err = errors.Join(err, n.closeFiles(), finishCut(dir)); err != nil {
			return nil, fmt.Errorf("cut names to %d: %w", atMost, err)
		}
		if n, err = load(dir, false); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// OpenNamesReadOnly opens the present names, while another process may add more. That process must not reopen with
// fewer names while these are read.
func OpenNamesReadOnly(dir string) (*Names, error) {
	for try := 0; ; try++ {
		n, err := load(dir, true)
		if err == nil || try == 20 {
			return n, err
		}
		time.Sleep(time.Millisecond) // a tail became blocks meanwhile
	}
}

// numbered returns the numbers of the files with a prefix, in order.
func numbered(dir, prefix string) ([]int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []int
	for _, e := range entries {
		if n, ok := numberOf(e.Name(), prefix); ok {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}

func removeTails(dir string, firsts []int) error {
	for _, first := range slices.Backward(firsts) {
		if err := disk.Remove(tailPath(dir, tailPrefix, first)); err != nil {
			return err
		}
	}
	return nil
}

// load opens what is there.
func load(dir string, readOnly bool) (*Names, error) {
	n := &Names{dir: dir, readOnly: readOnly, full: fullTail}
	if err := n.load(); err != nil {
		n.closeFiles() //nolint:errcheck // the first error is told
		return nil, err
	}
	return n, nil
}

func (n *Names) load() error {
	tails, err := listTails(n.dir)
	if err != nil {
		return err
	}
	if len(tails) == 0 {
		return corrupt.Errorf("%s: no names here: %s… is missing", n.dir, tailPrefix)
	}
	flag := os.O_RDWR
	if n.readOnly {
		flag = os.O_RDONLY
	}
	defer func() {
		for _, t := range tails {
			if t.f != nil && t != n.tail {
				t.f.Close() //nolint:errcheck // nothing was written, or it is closed
			}
		}
	}()
	for _, t := range tails {
		if t.f, err = disk.OpenFile(t.path, flag|os.O_APPEND, 0); err != nil {
			return err
		}
	}
	if n.blocks, err = openBlocks(n.dir, tails[0].first, flag); err != nil {
		return err
	}
	if n.dec, err = newDecoder(0); err != nil {
		return err
	}
	if n.readOnly {
		return n.joinTails(tails)
	}
	return n.adopt(tails)
}

// listTails returns the tails of a folder in order, not opened. If a cut was begun, it returns the tails that the
// cut leaves.
func listTails(dir string) (tails []*tail, err error) {
	cuts, err := numbered(dir, cutPrefix)
	if err != nil {
		return nil, err
	}
	firsts, err := numbered(dir, tailPrefix)
	if err != nil {
		return nil, err
	}
	if len(cuts) > 0 {
		at, _ := slices.BinarySearch(firsts, cuts[0])
		firsts = firsts[:at]
	}
	for _, first := range firsts {
		tails = append(tails, &tail{list: list{first: first}, path: tailPath(dir, tailPrefix, first)})
	}
	if len(cuts) > 0 {
		tails = append(tails, &tail{list: list{first: cuts[0]}, path: tailPath(dir, cutPrefix, cuts[0])})
	}
	return tails, nil
}

// readTails reads tails and returns how many bytes of the last are whole.
func readTails(tails []*tail) (whole int64, err error) {
	for i, t := range tails {
		if i > 0 && t.first != tails[i-1].end() {
			return 0, &FileError{tails[i-1].path, corrupt.Errorf("it ends after %d names, but the next file begins with name %d", tails[i-1].end(), t.first)}
		}
		if whole, err = t.read(i == len(tails)-1); err != nil {
			return 0, err
		}
	}
	return whole, nil
}

// joinTails makes one tail of all, in memory.
func (n *Names) joinTails(tails []*tail) error {
	whole, err := readTails(tails)
	if err != nil {
		return err
	}
	if info, err := tails[len(tails)-1].f.Stat(); err == nil {
		n.torn = max(0, info.Size()-whole)
	}
	n.tail = &tail{list: tails[0].list}
	for _, t := range tails[1:] {
		for i := range t.ends {
			n.tail.add(t.name(i))
		}
	}
	return nil
}

// adopt makes the last tail n's tail, and blocks of the other tails. Incomplete frames and blocks are cut off.
func (n *Names) adopt(tails []*tail) (err error) {
	if n.enc, err = newEncoder(); err != nil {
		return err
	}
	whole, err := readTails(tails)
	if err != nil {
		return err
	}
	if err := n.blocks.f.Truncate(int64(n.blocks.end)); err != nil {
		return err
	}
	last := tails[len(tails)-1]
	if err := last.f.Truncate(whole); err != nil {
		return err
	}
	n.tail = last
	for _, t := range tails[:len(tails)-1] {
		if len(t.ends)%perBlock != 0 {
			return &FileError{t.path, corrupt.Errorf("%d names, want a multiple of %d", len(t.ends), perBlock)}
		}
		if err := n.pack(t); err != nil {
			return err
		}
	}
	return nil
}

// cut keeps atMost names: the last of them are written to a file that finishCut makes the only tail.
func (n *Names) cut(atMost int) error {
	first := n.tail.first
	if atMost < first {
		i, found := slices.BinarySearchFunc(n.blocks.batches, atMost, func(b batch, p int) int { return b.first - p })
		if !found {
			i--
		}
		first = n.blocks.batches[i].first
	}
	kept := &tail{list: list{first: first}}
	v := n.view()
	defer v.close()
	if err := v.each(first, atMost, func(_ crawl.Page, name []byte) error {
		kept.write(name)
		return nil
	}); err != nil {
		return err
	}
	var data []byte
	if len(kept.frame) > 0 {
		data = kept.seal()
	}
	return atomicfile.WriteFile(tailPath(n.dir, cutPrefix, first), data)
}

// finishCut makes a tail of the file that cut wrote, in place of all tails from there on. If it is killed, it is
// done again.
func finishCut(dir string) error {
	cuts, err := numbered(dir, cutPrefix)
	if err != nil || len(cuts) == 0 {
		return err
	}
	firsts, err := numbered(dir, tailPrefix)
	if err != nil {
		return err
	}
	at, _ := slices.BinarySearch(firsts, cuts[0])
	if err := removeTails(dir, firsts[at:]); err != nil {
		return err
	}
	if err := atomicfile.SyncDir(dir); err != nil { // or one may come back beside the new one
		return err
	}
	if err := disk.Rename(tailPath(dir, cutPrefix, cuts[0]), tailPath(dir, tailPrefix, cuts[0])); err != nil {
		return err
	}
	return atomicfile.SyncDir(dir)
}
