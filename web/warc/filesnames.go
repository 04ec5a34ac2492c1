package warc

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weft/internal/held"
)

// Archives are named as ISO 28500, annex C, recommends: prefix, start of the file (UTC, to the millisecond),
// serial number, machine. Without a machine the name is prefix and serial number.
var (
	dated   = held.Regexp(`^(.+)-(\d{17})-(\d{5,9})-([^-]+)$`)
	plainly = held.Regexp(`^(.+)-(\d{5,9})$`)
	mayName = held.Regexp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)
)

// MayPrefix reports whether prefix may begin the names of archives: up to 100 letters, digits, dots, hyphens and
// underscores.
func MayPrefix(prefix string) bool { return mayName().MatchString(prefix) }

const (
	archiveSuffix = ".warc.gz"
	stampLayout   = "20060102150405"
)

// An archive is a file of the folder.
type archive struct {
	name   string // of the file
	stem   string // of its name when it is finished, without suffix
	number int
	open   bool
}

// parseArchive parses the name of a file. It returns false if the file does not belong to the folder.
func (f *Files) parseArchive(name string) (a archive, ok bool) {
	a.name = name
	a.stem, a.open = strings.CutSuffix(name, openSuffix)
	if a.stem, ok = strings.CutSuffix(a.stem, archiveSuffix); !ok {
		return a, false
	}
	digits := ""
	if m := dated().FindStringSubmatch(a.stem); m != nil {
		digits = m[3]
	} else if m := plainly().FindStringSubmatch(a.stem); m != nil && (m[1] == f.opts.Prefix || m[1] == defaultPrefix) {
		digits = m[2]
	}
	n, err := strconv.Atoi(digits)
	a.number = n
	return a, err == nil
}

const defaultPrefix = "weft"

// list returns the archives of the folder in the order of their numbers, and learns their names.
func (f *Files) list() ([]archive, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	var found []archive
	f.stems = map[int]string{}
	for _, e := range entries {
		if a, ok := f.parseArchive(e.Name()); ok {
			found = append(found, a)
			f.stems[a.number] = a.stem
		}
	}
	slices.SortFunc(found, func(a, b archive) int { return a.number - b.number })
	return found, nil
}

// stem is the name of a file without its suffix. A file that does not exist yet is named by prefix and number.
func (f *Files) stem(n int) string {
	if s, ok := f.stems[n]; ok {
		return s
	}
	return fmt.Sprintf("%s-%05d", f.opts.Prefix, n)
}

// nameNew names the next file. Its time is never before the time of an earlier file, so that names sort in the
// order of writing.
func (f *Files) nameNew(n int) {
	delete(f.stems, n)
	if f.opts.Host == "" {
		return
	}
	now := f.opts.Now().UTC()
	stamp := fmt.Sprintf("%s%03d", now.Format(stampLayout), now.Nanosecond()/1e6)
	for _, s := range f.stems {
		if m := dated().FindStringSubmatch(s); m != nil {
			stamp = max(stamp, m[2])
		}
	}
	f.stems[n] = fmt.Sprintf("%s-%s-%05d-%s", f.opts.Prefix, stamp, n, hostWord(f.opts.Host))
}

// hostWord is the name of a machine as a part of a file's name.
func hostWord(host string) string {
	word := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r | 0x20
		}
		return '_'
	}, host)
	return word[:min(len(word), 64)]
}

// Name returns the name that a file of the folder has when it is finished.
func (f *Files) Name(n int) string { return f.stem(n) + archiveSuffix }

func (f *Files) path(n int, suffix string) string {
	return filepath.Join(f.dir, f.Name(n)+suffix)
}

// indexPath is where the index of a file lies; with openSuffix, its lines in the order of the records while that is written.
func (f *Files) indexPath(n int, suffix string) string {
	return filepath.Join(f.dir, f.stem(n)+".cdxj"+suffix)
}
