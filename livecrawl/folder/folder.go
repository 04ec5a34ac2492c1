package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
)

// A Folder is the content of crawl.json.
type Folder struct {
	Kind    string    `json:"kind"`   // "weft crawl"
	Format  int       `json:"format"` // version
	Created time.Time `json:"created"`
	Runs    []Run     `json:"runs"`
	// Switches are the later strategies of the crawl. The last one is in force.
	Switches []Switch `json:"switches,omitempty"`
	// Changes are the changes of the configuration by later runs.
	Changes []Change `json:"changes,omitempty"`
	// Retry says that the frontier that the crawl shares takes the waiting pages for fetched: the next run asks for them again.
	Retry bool `json:"retry,omitempty"`
	// Identity is the name of the frontier that the crawl shares: another one at its address has other pages.
	Identity string `json:"identity,omitempty"`
	// Settings are options that the caller wants back at the next resume, such as delays and proxies.
	Settings map[string][]string `json:"settings,omitempty"`
	// Recoveries are how the crawl was made usable again after damage.
	Recoveries []Recovery `json:"recoveries,omitempty"`
	// Lists are the checksums of text files, by slash-separated path, as the last run that ended left them. Earlier versions
	// wrote none.
	Lists map[string]ListSum `json:"lists,omitempty"`
	// Sum is the CRC-32C of crawl.json with these eight hexadecimal digits replaced by zeros. Earlier versions wrote
	// none.
	Sum string `json:"crc32c,omitempty"`
}

// A Run is one process that worked on a crawl.
type Run struct {
	Command string    `json:"command"`
	Version string    `json:"version"`
	Began   time.Time `json:"began"`
	Ended   time.Time `json:"ended,omitzero"`   // zero while it runs, and for ever if it was killed
	Why     string    `json:"why,omitempty"`    // it ended
	Logged  int64     `json:"logged,omitempty"` // bytes of the crawl log that are in the archive
	// Whole says that everything was written and closed, so that no file ends in something torn.
	Whole bool `json:"whole,omitempty"`
}

// A Switch is a strategy that took over.
type Switch struct {
	Since    uint64 `json:"since"` // the first pick that it made
	Strategy string `json:"strategy"`
	Scores   string `json:"scores,omitempty"`
}

// ErrFormat reports a crawl of a format that this version does not know.
var ErrFormat = errors.New("has format")

// Kind is the kind in crawl.json.
const Kind = "weft crawl"

// mostFolder is the size of the longest crawl.json that is read, in bytes. It may have lists of prefixes with millions of
// lines.
const mostFolder = 256 << 20

// Read reads what a folder says of its crawl.
func Read(dir string) (*Folder, error) {
	name := filepath.Join(dir, CrawlFile)
	data, err := disk.ReadRegular(name, mostFolder)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("%s cannot be resumed: %w", dir, err)
		}
		if Holds(dir) {
			return nil, corrupt.Errorf("%s cannot be resumed: its %s is missing", dir, CrawlFile)
		}
		return nil, fmt.Errorf("%s cannot be resumed: it has no %s", dir, CrawlFile)
	}
	if err != nil {
		return nil, err
	}
	return parse(name, data)
}

func parse(name string, data []byte) (*Folder, error) {
	var f Folder
	if err := json.Unmarshal(data, &f); err != nil || f.Kind != Kind {
		return nil, corrupt.Errorf("%s: it does not contain %q: this is not a crawl of weft, or the file is damaged", name, Kind)
	}
	if f.Sum != "" && f.Sum != sumOfFolder(data) {
		return nil, corrupt.Errorf("%s: its checksum is not %s: it is damaged, or was edited by hand (then remove the key crc32c)", name, f.Sum)
	}
	if f.Format < oldest || f.Format > Shared {
		return nil, fmt.Errorf("%s: the crawl %w %d, and this weft knows the formats %d to %d: use the weft that made it", name, ErrFormat, f.Format, oldest, Shared)
	}
	return &f, nil
}

func (f *Folder) Write(dir string) error {
	f.Sum = zeroSum
	data, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	f.Sum = sumOfFolder(data)
	copy(data[sumAt(data):], f.Sum)
	return atomicfile.WriteFile(filepath.Join(dir, CrawlFile), data)
}

const (
	sumKey  = `"crc32c": "`
	zeroSum = "00000000"
)

// sumAt returns where in crawl.json the digits of its checksum are; -1 if there are none. No text in JSON can look
// like the key.
func sumAt(data []byte) int {
	i := bytes.LastIndex(data, []byte(sumKey))
	if i < 0 || i+len(sumKey)+len(zeroSum) > len(data) {
		return -1
	}
	return i + len(sumKey)
}

// sumOfFolder returns the checksum that crawl.json should have; "" if it has no room for one.
func sumOfFolder(data []byte) string {
	at := sumAt(data)
	if at < 0 {
		return ""
	}
	data = bytes.Clone(data)
	copy(data[at:], zeroSum)
	return fmt.Sprintf("%08x", crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
}

// Closed says whether the last run ended in order, so that nothing may be torn.
func (f *Folder) Closed() bool {
	n := len(f.Runs)
	return n > 0 && f.Runs[n-1].Whole
}
