package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
)

func lineHash(line []byte) uint64 { return xxhash.Sum64(line) }

// A lineSum stands for a set of lines.
type lineSum struct {
	lines int
	sum   uint64
}

func (s *lineSum) add(hash uint64) {
	s.lines++
	s.sum += hash
}

func sumOf(lines map[uint64]int64) (s lineSum) {
	for h := range lines {
		s.add(h)
	}
	return s
}

// eachLine calls f with the lines of a file and their offsets; with the last one also if it is cut.
func eachLine(path string, f func(line []byte, at int64)) error {
	return linesUntil(path, func(line []byte, at int64) bool { f(line, at); return true })
}

// linesUntil is eachLine until f returns false.
func linesUntil(path string, f func(line []byte, at int64) bool) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	lines := bufio.NewReaderSize(in, 64<<10)
	for at := int64(0); ; {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 && !f(line, at) || err == io.EOF {
			return nil
		}
		at += int64(len(line))
		if err != nil {
			return err
		}
	}
}

// index compares the index of a finished file with the records. Index lines of records after until are loose, as
// the records are.
func (v *verifier) index(path string, until int64) error {
	name := filepath.Base(path)
	var last []byte
	err := eachLine(path, func(line []byte, at int64) {
		v.seen.Lines++
		hash := lineHash(line)
		if _, end, whole := placeOf(line); whole && end > until {
			return
		}
		if _, ok := v.lines[hash]; !ok {
			v.Damage(name, at, "a line that no record of "+v.name+" has, or a repeated line")
			return
		}
		if bytes.Compare(line, last) < 0 {
			v.Damage(name, at, "a line out of order")
		}
		delete(v.lines, hash)
		last = append(last[:0], line...)
	})
	if errors.Is(err, os.ErrNotExist) {
		v.Damage(name, 0, "it is missing; the next run of the crawl makes it again")
		return nil
	}
	v.seen.Files = append(v.seen.Files, name)
	v.unlisted(name)
	return err
}

// unlisted reports a record that the index lacks.
func (v *verifier) unlisted(index string) {
	if len(v.lines) == 0 {
		return
	}
	first := int64(-1)
	for _, at := range v.lines {
		if first < 0 || at < first {
			first = at
		}
	}
	v.Damage(index, 0, fmt.Sprintf("it lacks %d records of %s, the first of offset %d", len(v.lines), v.name, first))
}

// openIndex checks the lines that are gathered beside a file that is being written, up to where the archive was
// checked: lines may lack.
func (v *verifier) openIndex(path string, size int64) error {
	name := filepath.Base(path)
	err := eachLine(path, func(line []byte, at int64) {
		v.seen.Lines++
		_, end, whole := placeOf(line)
		if _, ok := v.lines[lineHash(line)]; !ok && (whole && end <= size || !whole && line[len(line)-1] == '\n') {
			v.Damage(name, at, "a line that no record of "+v.name+" has")
		}
	})
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	v.seen.Files = append(v.seen.Files, name)
	return err
}

// allIndex is the index of all files together.
const allIndex = "index.cdxj"

// together compares the index of all files with the records of each file. While a file is in progress, that index
// covers the files finished before.
func (v *verifier) together(found []archive) error {
	sums, writing := map[string]lineSum{}, false
	for _, a := range found {
		writing = writing || a.open
	}
	path := filepath.Join(v.files.dir, allIndex)
	var last []byte
	err := eachLine(path, func(line []byte, at int64) {
		v.seen.Lines++
		if bytes.Compare(line, last) < 0 {
			v.Damage(allIndex, at, "a line out of order")
		}
		last = append(last[:0], line...)
		name := filenameOf(line)
		s := sums[name]
		s.add(lineHash(line))
		sums[name] = s
	})
	if errors.Is(err, os.ErrNotExist) {
		if v.Closed && len(found) > 0 {
			v.Damage(allIndex, 0, "it is missing; the next run of the crawl makes it again")
		}
		return nil
	}
	if err != nil {
		return err
	}
	v.seen.Files = append(v.seen.Files, allIndex)
	for name, want := range v.sums {
		got, ok := sums[name]
		delete(sums, name)
		if got == want || !ok && (writing || !v.Closed) {
			continue
		}
		if err := v.strangers(path, name); err != nil {
			return err
		}
	}
	for name := range sums {
		if err := v.strangers(path, name); err != nil {
			return err
		}
	}
	return nil
}

// strangers finds the lines that only the index of all files has, and the lines that only the index of one file
// has. A name that only lines give may be any bytes: no file of that name is opened.
func (v *verifier) strangers(path, name string) error {
	own := map[uint64]bool{}
	if _, ok := v.sums[name]; ok {
		index := filepath.Join(v.files.dir, strings.TrimSuffix(name, archiveSuffix)+".cdxj")
		if err := eachLine(index, func(line []byte, _ int64) { own[lineHash(line)] = true }); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	told := false
	err := eachLine(path, func(line []byte, at int64) {
		if hash := lineHash(line); filenameOf(line) == name && !own[hash] {
			v.Damage(allIndex, at, fmt.Sprintf("a line for %q that the index of that file lacks", name))
			told = true
		} else {
			delete(own, hash)
		}
	})
	if !told {
		v.Damage(allIndex, 0, fmt.Sprintf("its lines for %s do not match the records of that file: %d are missing", name, len(own)))
	}
	return err
}

// filenameOf returns the archive that a line of an index is of.
func filenameOf(line []byte) string {
	const mark = `"filename": "`
	i := bytes.LastIndex(line, []byte(mark))
	if i < 0 {
		return ""
	}
	name, _, _ := bytes.Cut(line[i+len(mark):], []byte{'"'})
	return string(name)
}
