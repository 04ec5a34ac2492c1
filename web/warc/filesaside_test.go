package warc

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/corrupt"
)

// asideOptions are those of a folder with a place for what is cut off.
func asideOptions(dir string) FilesOptions {
	o := filesOptions()
	o.Aside = filepath.Join(filepath.Dir(dir), filepath.Base(dir)+"-aside")
	return o
}

// bytesOf returns what the archives of a folder hold, by name; nothing if there is no such folder.
func bytesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), archiveSuffix) {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			all[e.Name()] = string(data)
		}
	}
	return all
}

// What is cut off by a mark, and is more than one torn record, moves to the other folder, byte for byte.
func TestWhatIsCutIsKept(t *testing.T) {
	dir, f, marks := openFolder(t)
	if err := f.Abandon(); err != nil {
		t.Fatal(err)
	}
	before := bytesOf(t, dir)
	for i, at := range marks {
		to := filepath.Join(t.TempDir(), "w")
		if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		o := asideOptions(to)
		f, err := OpenFiles(to, at, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Abandon(); err != nil {
			t.Fatal(err)
		}
		if moved := f.Aside(); (len(moved) > 0) != (i < len(marks)-1) {
			t.Errorf("mark %d of %d: %v was moved", i, len(marks), moved)
		}
		kept := values(bytesOf(t, o.Aside))
		for name, data := range before {
			switch n := fileNumber(t, name); {
			case n > at.File && !slices.Contains(kept, data):
				t.Errorf("mark %d: %s is nowhere", i, name)
			case n == at.File && data[at.Offset:] != "" && !slices.Contains(kept, data[at.Offset:]):
				t.Errorf("mark %d: the end of %s is nowhere", i, name)
			}
		}
	}
}

// Killed after it has copied what it cuts off, and before it has cut it, it does not copy it twice; and what is there under
// the same name and is another stays.
func TestCutOnce(t *testing.T) {
	dir, f, marks := openFolder(t)
	if err := f.Abandon(); err != nil {
		t.Fatal(err)
	}
	at := marks[len(marks)-2]
	o := asideOptions(dir)
	path := filepath.Join(dir, f.Name(at.File)+openSuffix)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, tail := range []string{"", "", string(packs(t, 1)[0].Bytes)} {
		if err := os.WriteFile(path, append(slices.Clone(whole), tail...), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFiles(dir, at, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Abandon(); err != nil {
			t.Fatal(err)
		}
		want := []int{1, 1, 2}[i]
		if kept := bytesOf(t, o.Aside); len(kept) != want || !slices.Contains(values(kept), string(whole[at.Offset:])+tail) {
			t.Errorf("time %d: %d files, want %d", i+1, len(kept), want)
		}
	}
}

func values(m map[string]string) (all []string) {
	for _, v := range m {
		all = append(all, v)
	}
	return all
}

func fileNumber(t *testing.T, name string) int {
	t.Helper()
	f, err := newFiles("", filesOptions())
	if err != nil {
		t.Fatal(err)
	}
	a, ok := f.parseArchive(name)
	if !ok {
		t.Fatalf("%s is no archive", name)
	}
	return a.number
}

// A torn record, zeros, and a warcinfo record alone are not kept; what begins with no record, or holds a whole one, is.
func TestWorthless(t *testing.T) {
	w, err := NewPacker(WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	packed := func(r NewRecord) string {
		var p Packed
		if _, err := w.Add(r); err != nil {
			t.Fatal(err)
		}
		w.Take(&p)
		return string(p.Bytes)
	}
	head, rec := packed(Warcinfo(fixedDate, "x")), packed(Metadata("http://a.example/", fixedDate, "", []byte(strings.Repeat("notes of a page, and more", 30))))
	for name, x := range map[string]struct {
		tail string
		want bool
	}{
		"nothing": {"", true}, "zeros": {strings.Repeat("\x00", 70_000), true}, "a byte": {rec[:1], true}, "half a record": {rec[:len(rec)/2], true}, "all but a byte": {rec[:len(rec)-1], true},
		"warcinfo": {head, true}, "warcinfo and a torn record": {head + rec[:20], true}, "a torn warcinfo": {head[:15], true},
		"a record": {rec, false}, "warcinfo and a record": {head + rec, false}, "a record and a torn one": {rec + rec[:9], false}, "the middle of a record": {rec[7:], false},
		"text": {"WARC/1.1", false}, "zeros and a record": {"\x00\x00" + rec, false},
		"a damaged record and a whole one": {rec[:len(rec)-9] + "damage!!!" + rec + rec, false},
	} {
		got, err := worthless(sectionOf(x.tail))
		if err != nil || got != x.want {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
}

// What may follow on a mark depends on how the folder was left.
func TestTails(t *testing.T) {
	dir, f, marks := openFolder(t)
	if err := f.Abandon(); err != nil {
		t.Fatal(err)
	}
	last := marks[len(marks)-1]
	path := filepath.Join(dir, f.Name(last.File)+openSuffix)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		data []byte
		want [3]string // of TailAny, TailRecords, TailNone
	}{
		"as it was":     {whole, [3]string{}},
		"a torn record": {append(slices.Clone(whole), 0x1f, 0x8b), [3]string{"", "", "2 bytes follow"}},
		"a record":      {append(slices.Clone(whole), packs(t, 1)[0].Bytes...), [3]string{"", "", "bytes follow"}},
		"zeros":         {append(slices.Clone(whole), 0, 0, 0), [3]string{"", "no record begins here", "3 bytes follow"}},
		"a hole before": {append(slices.Clone(whole[:50]), append([]byte("xyz"), whole[50:]...)...), [3]string{"", "no record begins here", "3 bytes follow"}},
		"shorter":       {whole[:len(whole)-1], [3]string{"the file ends here", "the file ends here", "the file ends here"}},
	} {
		if err := os.WriteFile(path, x.data, 0o644); err != nil {
			t.Fatal(err)
		}
		for tail, want := range x.want {
			err := HasMark(dir, last, Tail(tail), filesOptions())
			if want == "" && err != nil || want != "" && (!errors.Is(err, corrupt.Err) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path)) {
				t.Errorf("%s, tail %d: got %v, want %q", name, tail, err, want)
			}
		}
	}
	if err := HasMark(dir, Mark{}, TailNone, filesOptions()); err == nil {
		t.Error("files follow on nothing")
	}
	if err := HasMark(dir, Mark{last.File + 1, 5}, TailAny, filesOptions()); !errors.Is(err, ErrShort) {
		t.Errorf("a file is missing: %v", err)
	}
}

// Salvaging a damaged folder loses no record. Writing continues at its end, stand-ins replace missing files, and all
// files have indexes.
func TestSalvageFiles(t *testing.T) {
	dir, f, marks := openFolder(t)
	if err := f.Abandon(); err != nil {
		t.Fatal(err)
	}
	last := marks[len(marks)-1]
	if last.File < 3 {
		t.Fatalf("%d files are too few", last.File+1)
	}
	open := filepath.Join(dir, f.Name(last.File)+openSuffix)
	whole, err := os.ReadFile(open)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []error{
		os.WriteFile(open, append(slices.Clone(whole), packs(t, 1)[0].Bytes[:20]...), 0o644), os.Remove(filepath.Join(dir, f.Name(1))), os.Remove(f.indexPath(0, "")),
	} {
		if x != nil {
			t.Fatal(x)
		}
	}
	damaged, err := os.ReadFile(filepath.Join(dir, f.Name(0)))
	if err != nil {
		t.Fatal(err)
	}
	damaged[len(damaged)/2] ^= 1
	if err := os.WriteFile(filepath.Join(dir, f.Name(0)), damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	o := asideOptions(dir)
	s, err := SalvageFiles(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if s.Files != last.File+1 || s.End != last || len(s.Missing) != 1 || s.Last != f.Name(last.File) || len(s.Aside) != 0 {
		t.Errorf("got %+v, want the end %+v", s, last)
	}
	now := bytesOf(t, dir)
	if now[f.Name(last.File)] != string(whole) || now[f.Name(0)] != string(damaged) {
		t.Error("what was there is another")
	}
	for _, told := range verified(t, dir, &last, true) {
		if !strings.HasPrefix(told, f.Name(0)) {
			t.Errorf("after it was salvaged: %s", told)
		}
	}
	again, err := OpenFiles(dir, s.End, o)
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, again, packs(t, 2))
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := SalvageFiles(dir, filesOptions()); err == nil {
		t.Error("a folder for the cut parts is missing")
	}
}

func sectionOf(text string) *io.SectionReader {
	return io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))
}
