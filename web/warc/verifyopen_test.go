package warc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// openFolder is a folder that is being written, and the marks behind what was appended.
func openFolder(t *testing.T) (string, *Files, []Mark) {
	t.Helper()
	dir := t.TempDir()
	f, err := CreateFiles(dir, filesOptions())
	if err != nil {
		t.Fatal(err)
	}
	marks := writeAll(t, f, packs(t, 18))
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	return dir, f, marks
}

// verified returns what is told of a folder, sorted.
func verified(t *testing.T, dir string, until *Mark, closed bool) []string {
	t.Helper()
	var told []string
	err := VerifyFiles(dir, filesOptions(), FilesCheck{
		Until: until, Closed: closed,
		Damage: func(file string, _ int64, what string) { told = append(told, file+": "+what) },
		Loose:  func(file string, bytes int64) { told = append(told, fmt.Sprintf("%s: %d loose", file, bytes)) },
	}, new(FilesChecked))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(told)
	return told
}

// What a folder is to hold ends at a mark, wherever that is: what lies behind is loose, or wrong where the folder was
// closed, and what lacks is told.
func TestVerifyUntil(t *testing.T) {
	dir, f, marks := openFolder(t)
	last := marks[len(marks)-1]
	size := func(n int) int64 {
		info, err := os.Stat(filepath.Join(dir, f.Name(n)))
		if errors.Is(err, os.ErrNotExist) {
			info, err = os.Stat(filepath.Join(dir, f.Name(n)+openSuffix))
		}
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	if last.File < 2 || size(last.File) != last.Offset {
		t.Fatalf("the last mark is %+v", last)
	}
	if got := verified(t, dir, nil, false); len(got) > 0 {
		t.Errorf("without a mark: %q", got)
	}
	for _, at := range append(marks, Mark{}, Mark{File: 1}) {
		var loose, lost []string
		for n := at.File; n <= last.File; n++ {
			name, from := f.Name(n), int64(0)
			if n == last.File {
				name += openSuffix
			}
			if n == at.File {
				from = at.Offset
			}
			if from < size(n) {
				loose = append(loose, fmt.Sprintf("%s: %d loose", name, size(n)-from))
				lost = append(lost, fmt.Sprintf("%s: %d bytes that the log does not know", name, size(n)-from))
			}
		}
		if got := verified(t, dir, &at, false); !slices.Equal(got, loose) {
			t.Errorf("until %+v: got %q, want %q", at, got, loose)
		}
		got := slices.DeleteFunc(verified(t, dir, &at, true), func(s string) bool { return strings.HasPrefix(s, "index.cdxj: it is missing") })
		if !slices.Equal(got, lost) {
			t.Errorf("closed at %+v: got %q, want %q", at, got, lost)
		}
	}
	for at, want := range map[Mark]string{
		{last.File, last.Offset + 9}: fmt.Sprintf("%s: the file ends here, and had %d bytes", f.Name(last.File)+openSuffix, last.Offset+9),
		{last.File + 1, 0}:           "", {last.File + 1, 1}: f.Name(last.File+1) + ": it is missing",
		{last.File + 2, 0}: f.Name(last.File+1) + ": it is missing", {last.File + 2, 5}: f.Name(last.File+1) + ": it is missing\n" + f.Name(last.File+2) + ": it is missing",
	} {
		if got := strings.Join(verified(t, dir, &at, false), "\n"); got != want {
			t.Errorf("until %+v: got %q, want %q", at, got, want)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got := verified(t, dir, &last, true); len(got) > 0 {
		t.Errorf("closed: %q", got)
	}
}

// rawRecord is a record in a member of its own, as this package writes members, whatever its header says.
func rawRecord(t *testing.T, header, block string) string {
	t.Helper()
	p, err := NewPacker(WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("WARC/1.1\r\nWARC-Type: resource\r\nContent-Length: %d\r\n%s\r\n%s\r\n\r\n", len(block), header, block)
	if err := p.compress([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return string(p.out)
}

// Records that are whole and say what is not so, and indexes that are not those of the records, are found in a folder
// that is being written, too.
func TestVerifyOpenFolder(t *testing.T) {
	const id, date = "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n", "WARC-Date: 2020-01-01T00:00:00Z\r\n"
	sha256, sha512 := "WARC-Block-Digest: sha-256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881\r\n", // of x
		"WARC-Block-Digest: SHA512:a4abd4448c49562d828115d13a1fccea927f52b4d5459297f8b43e42da89238bc13626e43dcb38ddb082488927ec904fb42057443983e88585179d50551afe62\r\n"
	swapped := func(text string) string {
		lines := strings.SplitAfter(text, "\n")
		lines[0], lines[1] = lines[1], lines[0]
		return strings.Join(lines, "")
	}
	const openName = "t-%05d.warc.gz.open"
	for what, c := range map[string]struct {
		file  string // of which the last is %d
		spoil func(text string) string
		want  string
	}{
		"sha256":               {openName, func(s string) string { return s + rawRecord(t, id+date+sha256, "x") }, ""},
		"sha512":               {openName, func(s string) string { return s + rawRecord(t, id+date+sha512, "x") }, ""},
		"another block":        {openName, func(s string) string { return s + rawRecord(t, id+date+sha256, "y") }, "whose block does not match its digest"},
		"no digest":            {openName, func(s string) string { return s + rawRecord(t, id+date, "x") }, "whose block does not match its digest \"\""},
		"an unknown digest":    {openName, func(s string) string { return s + rawRecord(t, id+date+"WARC-Block-Digest: crc:0\r\n", "x") }, "whose block does not match its digest"},
		"no identifier":        {openName, func(s string) string { return s + rawRecord(t, date+sha256, "x") }, "without identifier or date"},
		"no date":              {openName, func(s string) string { return s + rawRecord(t, id+sha256, "x") }, "without identifier or date"},
		"blanks behind":        {openName, func(s string) string { return s + "\r\n\r\n" }, "4 bytes outside records"},
		"a header that is odd": {openName, func(s string) string { return s + rawRecord(t, "no field\r\n"+id+date+sha256, "x") }, "with a damaged header or end"},
		"a line of nothing":    {"t-%05d.cdxj.open", func(s string) string { return "a line\n" + s }, "a line that no record of"},
		"a line that is cut":   {"t-%05d.cdxj.open", func(s string) string { return s[:len(s)-9] }, ""},
		"a line that lacks":    {"t-%05d.cdxj.open", func(s string) string { return s[strings.Index(s, "\n")+1:] }, ""},
		"lines out of order":   {"t-00000.cdxj", swapped, "t-00000.cdxj: a line out of order"},
		"a line twice":         {"t-00000.cdxj", func(s string) string { return s[:strings.Index(s, "\n")+1] + s }, "or a repeated line"},
		"no index":             {"t-00001.cdxj", nil, "t-00001.cdxj: it is missing; the next run of the crawl makes it again"},
		"no open index":        {"t-%05d.cdxj.open", nil, ""},
		"no finished archive":  {"t-00001.warc.gz", nil, "t-00001.warc.gz: it is missing"},
	} {
		dir, f, marks := openFolder(t)
		if err := errors.Join(f.cur.index.flush(), f.Abandon()); err != nil {
			t.Fatal(err)
		}
		name := c.file
		if strings.Contains(name, "%") {
			name = fmt.Sprintf(name, marks[len(marks)-1].File)
		}
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		switch {
		case err == nil && c.spoil == nil:
			err = os.Remove(path)
		case err == nil:
			err = os.WriteFile(path, []byte(c.spoil(string(data))), 0o644)
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got := strings.Join(verified(t, dir, nil, false), "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", what, got, c.want)
		}
	}
}

// A line of an index that is being gathered is wrong where its place ends within the archive, and may be that of a
// record to come beyond.
func TestVerifyPlacesOfLines(t *testing.T) {
	dir, f, marks := openFolder(t)
	at := marks[len(marks)-1]
	if err := errors.Join(f.cur.index.flush(), f.Abandon()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, fmt.Sprintf("t-%05d.cdxj.open", at.File))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for beyond, want := range map[int64]int{-1: 1, 0: 1, 1: 0} {
		line := fmt.Sprintf(`zz)/ 2024 {"url": "x", "length": "7", "offset": "%d", "filename": "x"}`+"\n", at.Offset-7+beyond)
		if err := os.WriteFile(path, append(slices.Clone(data), line...), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := verified(t, dir, nil, false); len(got) != want {
			t.Errorf("a place that ends %d bytes beyond the archive: got %q", beyond, got)
		}
	}
}

// The index of all files is that of each: whatever lacks, is too much, or is in another order is told, and that it is
// missing where it must be there.
func TestVerifyIndexOfAll(t *testing.T) {
	dir, f, _ := openFolder(t)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, allIndex)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	other := bytes.ReplaceAll(whole, []byte("t-00001.warc.gz"), []byte("q-00001.warc.gz"))
	for want, data := range map[string][]byte{
		"": whole, "a line out of order": bytes.Join(slices.Concat(lines[1:2], lines[:1], lines[2:]), nil), "1 are missing": bytes.Join(lines[1:], nil),
		"a line for \"q-00001.warc.gz\" that the index of that file lacks": other, "it is missing": nil,
	} {
		if err := errors.Join(os.RemoveAll(path), cmpWrite(path, data)); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(verified(t, dir, nil, true), "\n")
		if want == "" && got != "" || !strings.Contains(got, want) || want != "" && !strings.Contains(got, allIndex) {
			t.Errorf("got %q, want %q", got, want)
		}
		if data == nil {
			if got := verified(t, dir, nil, false); len(got) > 0 {
				t.Errorf("where it may be missing: %q", got)
			}
		}
	}
}

// cmpWrite writes a file, unless there is nothing to write.
func cmpWrite(path string, data []byte) error {
	if data == nil {
		return nil
	}
	return os.WriteFile(path, data, 0o644)
}

// Whoever is shown the records can end the check, and an archive that cannot be read does.
func TestVerifyEnds(t *testing.T) {
	dir, f, _ := openFolder(t)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	for stop := range 5 {
		var seen FilesChecked
		n := 0
		err := VerifyFiles(dir, filesOptions(), FilesCheck{Each: func(string, *Record) error {
			if n++; n > stop {
				return enough
			}
			return nil
		}}, &seen)
		if !errors.Is(err, enough) || seen.Records != int64(stop+1) {
			t.Errorf("after %d records: got %v and %d records", stop, err, seen.Records)
		}
	}
	if err := VerifyFiles(filepath.Join(dir, "none"), filesOptions(), FilesCheck{}, new(FilesChecked)); err == nil {
		t.Error("a folder that is not there: no error")
	}
}

// Every line of the indexes, of the newest file first, leads to its record, in a folder that is written and in one that
// was closed.
func TestEachLineLeadsToItsRecord(t *testing.T) {
	dir, f, _ := openFolder(t)
	for _, closed := range []bool{false, true} {
		if closed {
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		lines, newest := 0, 1<<30
		each := func(file int, line []byte) bool {
			lines++
			l, ok := ParseLine(line)
			if !ok || file > newest || l.Filename != f.Name(file) {
				t.Errorf("file %d after %d: %s", file, newest, line)
			}
			newest = file
			rec, err := ReadAt(dir, l.Filename, l.Offset)
			if err != nil || cmp.Or(rec.TargetURI(), "none") != l.URL || rec.Size != l.Length {
				t.Errorf("%s: got %v, %v", line, rec, err)
			}
			return true
		}
		if err := f.EachLine(each); err != nil || lines < 18 {
			t.Errorf("closed %v: %d lines, %v", closed, lines, err)
		}
		for stop := 1; stop < lines; stop += 7 {
			n := 0
			if err := f.EachLine(func(int, []byte) bool { n++; return n < stop }); err != nil || n != stop {
				t.Errorf("closed %v: stopped at line %d, got %d, %v", closed, stop, n, err)
			}
		}
	}
	if _, err := ReadAt(dir, "t-99999.warc.gz", 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: got %v", err)
	}
	for _, line := range []string{"", "a b", "a b {", `a b {"offset": 5}`} {
		if _, ok := ParseLine([]byte(line)); ok {
			t.Errorf("%q is a line", line)
		}
	}
}
