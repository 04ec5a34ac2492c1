package livecrawl

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"weft/internal/digits"
)

// A ListSum is the checksum of a text file of a crawl's folder, as a run left it.
type ListSum struct {
	Bytes  int64  `json:"bytes"` // of the beginning of the file that is summed: of all of it, but for the crawl log, which grows
	SHA256 string `json:"sha256"`
}

// logList is the crawl log among the summed files, with slashes on every system.
const logList = logDir + "/" + crawlLog

// summedLists are the text files that get a checksum when a run ends.
func summedLists() []string {
	return []string{logList, nearFile, SiteFile, WaitingFile, CutFile, PartsFile, ShellsFile}
}

// sumList sums up the first bytes of a file, all with −1.
func sumList(path string, most int64, check func() error) (ListSum, error) {
	f, err := os.Open(path)
	if err != nil {
		return ListSum{}, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	var r io.Reader = f
	if most >= 0 {
		r = io.LimitReader(f, most)
	}
	h, s := sha256.New(), ListSum{}
	buf := make([]byte, 1<<17)
	for {
		if err := check(); err != nil {
			return s, err
		}
		n, err := r.Read(buf)
		h.Write(buf[:n])
		s.Bytes += int64(n)
		if errors.Is(err, io.EOF) {
			s.SHA256 = hex.EncodeToString(h.Sum(nil))
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
}

// sumLists notes the checksums of the lists that the run has written, and of the crawl log.
func (j *Job) sumLists() error {
	j.folder.Lists = map[string]ListSum{}
	var all error
	for _, name := range summedLists() {
		s, err := sumList(j.path(filepath.FromSlash(name)), -1, func() error { return nil })
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			all = errors.Join(all, err)
		default:
			j.folder.Lists[name] = s
		}
	}
	return all
}

// forgetLists leaves only the checksum of the crawl log: the others are of files that the run that begins writes anew.
func (f *Folder) forgetLists() {
	maps.DeleteFunc(f.Lists, func(name string, _ ListSum) bool { return name != logList })
}

// lists compares the summed text files with their checksums.
func (v *Verifier) lists(ctx context.Context) error {
	if v.folder == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(v.folder.Lists)) {
		if !slices.Contains(summedLists(), name) {
			v.damage("")(crawlFile, 0, fmt.Sprintf("it has a checksum of %.200q, which is no list of a crawl", name))
			continue
		}
		if err := v.list(ctx, name, v.folder.Lists[name]); err != nil {
			return err
		}
	}
	return nil
}

func (v *Verifier) list(ctx context.Context, name string, want ListSum) error {
	file := filepath.FromSlash(name)
	path := filepath.Join(v.dir, file)
	most := int64(-1)
	if name == logList {
		most = want.Bytes
	}
	v.note("the lists", 0, 0)
	got, err := sumList(path, most, ctx.Err)
	switch {
	case errors.Is(err, os.ErrNotExist):
		v.damage("")(file, 0, "it is missing")
		return nil
	case err != nil:
		return err
	case got.Bytes != want.Bytes:
		v.damage("")(file, min(got.Bytes, want.Bytes), fmt.Sprintf("it has %s, and had %s", digits.Plural(got.Bytes, "byte"), digits.Plural(want.Bytes, "byte")))
	case got.SHA256 != want.SHA256:
		v.damage("")(file, 0, fmt.Sprintf("its SHA-256 is %.12s…, and was %.12s…", got.SHA256, want.SHA256))
	}
	v.covered[file] = true
	if info, err := os.Stat(path); err == nil && name == logList && info.Size() > want.Bytes {
		v.uncovered(file, fmt.Sprintf("its last %s, which have no checksum until the run ends", digits.Plural(info.Size()-want.Bytes, "byte")))
	}
	return nil
}
