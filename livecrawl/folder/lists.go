package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"weft/internal/disk"
)

// CutFile lists, in the folder of a crawl, the pages that rules of traps and limits have cut: rule and URL, a line each.
const CutFile = "cut.tsv"

// SiteFile lists the URLs of the site that the flow found.
const SiteFile = "site.txt"

// A ListSum is the checksum of a text file of a crawl's folder, as a run left it.
type ListSum struct {
	Bytes  int64  `json:"bytes"` // of the summed beginning: of the whole file, unless it grows
	SHA256 string `json:"sha256"`
}

// LogList is the crawl log among the summed files, with slashes on every system.
const LogList = LogDir + "/" + CrawlLog

// TimesList is the file of times among the summed files.
const TimesList = LogDir + "/" + TimesFile

// Grows reports whether a summed file keeps its beginning while a run adds to its end.
func Grows(name string) bool { return name == LogList || name == TimesList }

// SummedLists are the files beside the event log that get a checksum when a run ends.
func SummedLists() []string {
	return []string{LogList, TimesList, NearFile, SiteFile, WaitingFile, CutFile, PartsFile, ShellsFile}
}

// SumList sums up the first bytes of a file, all with −1.
func SumList(path string, most int64, check func() error) (ListSum, error) {
	f, err := disk.OpenRegular(path)
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

// ForgetLists leaves only the checksums of files that grow: the others are of files that the run that begins writes anew.
func (f *Folder) ForgetLists() {
	maps.DeleteFunc(f.Lists, func(name string, _ ListSum) bool { return !Grows(name) })
}

// NearFile lists pages that say nearly the same as one before.
const NearFile = "near-duplicates.tsv"

// PartsFile lists, in the folder of a crawl, the pages that were kept in part: URL and reason.
const PartsFile = "cut-short.tsv"

// ShellsFile lists, in the folder of a crawl, the pages that are empty application shells: URL, a line each.
const ShellsFile = "app-shells.tsv"

// WaitingFile lists, in the folder of a crawl, pages that were not fetched, and may be fetched later.
const WaitingFile = "waiting.tsv"

// Waiting counts the pages of WaitingFile; 0 if there is no such file.
func Waiting(dir string) (int, error) {
	list, err := os.ReadFile(filepath.Join(dir, WaitingFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return bytes.Count(list, []byte{'\n'}), err
}
