package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"weft/internal/drawn"
)

var fixedDate = time.Date(2024, 5, 18, 1, 58, 10, 0, time.UTC)

// packs returns what a crawl of n pages appends.
func packs(t testing.TB, n int) []*Packed {
	t.Helper()
	p, err := NewPacker(WriterOptions{Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(4, 2))
	var all []*Packed
	for i := range n {
		uri := fmt.Sprintf("http://host%d.example/page/%d?B=2&a=1", i%3, i)
		body := make([]byte, 200+r.IntN(400))
		for k := range body {
			body[k] = byte('a' + r.IntN(20))
		}
		date := fixedDate.Add(time.Duration(i) * time.Second)
		placed, err := p.Add(HTTPResponse(uri, date, fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=x\r\n\r\n%s", body)))
		if err == nil {
			_, err = p.Add(HTTPRequest(uri, date, placed.ID, []byte("GET / HTTP/1.1\r\n\r\n")))
		}
		if err == nil && i%4 == 0 {
			_, err = p.Add(Metadata(uri, date, placed.ID, []byte("weft-excluded: scope\thttp://x.example/\r\n")))
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, new(Packed))
		p.Take(all[i])
	}
	return all
}

func filesOptions() FilesOptions {
	return FilesOptions{Prefix: "t", Size: 6000, Info: []string{"software", "weft"}, Now: func() time.Time { return fixedDate }, Writer: WriterOptions{Seed: 3}}
}

// writeAll appends packs and returns the mark behind each.
func writeAll(t testing.TB, f *Files, packs []*Packed) []Mark {
	t.Helper()
	var marks []Mark
	for _, p := range packs {
		m, err := f.Append(p)
		if err != nil {
			t.Fatal(err)
		}
		marks = append(marks, m)
	}
	return marks
}

// contents returns all files of a folder by name; of archives without the identifiers of warcinfo records, which are random.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(b)
	}
	return all
}

func sameContents(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] == want[name] {
			continue
		}
		if strings.HasSuffix(name, ".gz") && archiveText(t, got[name]) == archiveText(t, want[name]) {
			continue
		}
		t.Errorf("%s differs: %d bytes, want %d", name, len(got[name]), len(want[name]))
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("there is %s", name)
		}
	}
}

// archiveText is what an archive says but for the identifier of its warcinfo record.
func archiveText(t *testing.T, file string) string {
	t.Helper()
	r := NewReader(strings.NewReader(file), Options{})
	var b strings.Builder
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type != TypeWarcinfo {
			b.WriteString(rec.ID())
		}
		fmt.Fprintf(&b, " %s %s %s %q\n", rec.Type, rec.TargetURI(), rec.Header.Get("WARC-Filename"), rec.Body)
	}
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "warc")
	f, err := CreateFiles(dir, filesOptions())
	if err != nil {
		t.Fatal(err)
	}
	all := packs(t, 60)
	marks := writeAll(t, f, all)
	if last := marks[len(marks)-1]; last.File < 5 || last != f.Mark() {
		t.Errorf("the last mark is %v, the folder's %v", last, f.Mark())
	}
	open := fmt.Sprintf("t-%05d.warc.gz.open", f.Mark().File)
	if files := contents(t, dir); files[open] == "" || files["t-00000.warc.gz"] == "" || files["t-00000.cdxj"] == "" || files["index.cdxj"] != "" {
		t.Errorf("while it is written there are %d files", len(files))
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	records, index := 0, ""
	files := contents(t, dir)
	for n := range f.Mark().File + 1 {
		file := files[fmt.Sprintf("t-%05d.warc.gz", n)]
		if len(file) > 6000 {
			t.Errorf("file %d has %d bytes", n, len(file))
		}
		text := archiveText(t, file)
		if !strings.HasPrefix(text, fmt.Sprintf(" warcinfo  t-%05d.warc.gz", n)) {
			t.Errorf("file %d begins with %.60q", n, text)
		}
		records += strings.Count(text, "\n") - 1
		index += files[fmt.Sprintf("t-%05d.cdxj", n)]
	}
	if records != 60*2+15 {
		t.Errorf("got %d records", records)
	}
	sorted := filepath.Join(t.TempDir(), "x")
	if err := writeSorted(sorted, []byte(index)); err != nil {
		t.Fatal(err)
	}
	if want, _ := os.ReadFile(sorted); files["index.cdxj"] != string(want) || strings.Count(index, "\n") != 60 {
		t.Errorf("index.cdxj is not the union of the indexes, which have %d lines", strings.Count(index, "\n"))
	}
	if _, err := CreateFiles(dir, filesOptions()); err == nil {
		t.Error("a folder with archives was taken for a new one")
	}
}

// A crawl that is killed at any moment and opened at the last mark that its log has, ends as one that was not.
func TestOpenFilesAfterAKill(t *testing.T) {
	all := packs(t, 40)
	whole := filepath.Join(t.TempDir(), "whole")
	f, err := CreateFiles(whole, filesOptions())
	if err != nil {
		t.Fatal(err)
	}
	marks := append([]Mark{{}}, writeAll(t, f, all)...)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	want := responses(t, whole)
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	for range 30 {
		dir := filepath.Join(t.TempDir(), "warc")
		f, err := CreateFiles(dir, filesOptions())
		if err != nil {
			t.Fatal(err)
		}
		done := r.IntN(len(all) + 1)
		writeAll(t, f, all[:done])
		if r.IntN(4) == 0 {
			err = f.Close()
		} else {
			err = f.Abandon()
			tear(t, r, dir, f.Mark())
		}
		if err != nil {
			t.Fatal(err)
		}
		known := done - min(done, r.IntN(1+r.IntN(20)))
		if r.IntN(3) == 0 { // lines of the index that never came to the disk, or are torn
			damageIndex(t, r, dir)
		}
		f, err = OpenFiles(dir, marks[known], filesOptions())
		if err != nil {
			t.Fatalf("seed %d: %d of %d: %v", seed, known, done, err)
		}
		if f.Mark() != marks[known] {
			t.Errorf("opened at %v, want %v", f.Mark(), marks[known])
		}
		writeAll(t, f, all[known:])
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if responses(t, dir) != want { // a file that was finished early stays short, but the records are the same
			t.Errorf("seed %d: %d of %d: other records", seed, known, done)
		}
	}
}

// responses lists the records but for warcinfo of all files, and checks the index.
func responses(t *testing.T, dir string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "t-*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	lines := 0
	for _, path := range paths {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(archiveText(t, string(file))) {
			if !strings.HasPrefix(line, " warcinfo") {
				b.WriteString(line)
			}
		}
		err = EachCDXJ(bytes.NewReader(file), filepath.Base(path), func(line []byte) error {
			lines++
			if index := contents(t, dir)["index.cdxj"]; !strings.Contains(index, string(line)) {
				t.Errorf("index.cdxj lacks %s", line)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if index := contents(t, dir)["index.cdxj"]; strings.Count(index, "\n") != lines {
		t.Errorf("index.cdxj has %d lines, want %d", strings.Count(index, "\n"), lines)
	}
	return b.String()
}

// tear adds what a killed write leaves.
func tear(t *testing.T, r *rand.Rand, dir string, at Mark) {
	t.Helper()
	path := filepath.Join(dir, fmt.Sprintf("t-%05d.warc.gz.open", at.File))
	if at.Offset == 0 {
		return
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	junk := make([]byte, r.IntN(300))
	if _, err := f.Write(junk); err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func damageIndex(t *testing.T, r *rand.Rand, dir string) {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(dir, "*.cdxj.open"))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := r.IntN(len(text) + 1); r.IntN(2) == 0 {
			text = text[:n]
		} else {
			clear(text[n:])
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A full disk leaves the file as it was, and the crawl goes on when there is room again.
func TestFullDisk(t *testing.T) {
	all := packs(t, 20)
	dirs := [2]string{filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")}
	for i, dir := range dirs {
		f, err := CreateFiles(dir, filesOptions())
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range all {
			if i == 1 && f.cur != nil {
				before := f.Mark()
				disk := &fullDisk{storage: f.cur.file, room: 37 * k % 500}
				f.cur.file = disk
				mark, err := f.Append(p)
				if err == nil { // it came into the next file
					continue
				}
				if info, e := os.Stat(filepath.Join(dir, f.Name(mark.File)+openSuffix)); e != nil || mark != before || info.Size() != mark.Offset || !errors.Is(err, syscall.ENOSPC) {
					t.Fatalf("append %d to a full disk: mark %v, before %v, file %v, %v", k, mark, before, info, err)
				}
				f.cur.file = disk.storage
			}
			if _, err := f.Append(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	sameContents(t, contents(t, dirs[1]), contents(t, dirs[0]))
}

// A fullDisk has room for some bytes more.
type fullDisk struct {
	storage
	room int
}

func (d *fullDisk) WriteAt(b []byte, at int64) (int, error) {
	n, err := d.storage.WriteAt(b[:min(len(b), d.room)], at)
	if err == nil {
		err = syscall.ENOSPC
	}
	return n, err
}

func TestACutThatFails(t *testing.T) {
	f, err := CreateFiles(t.TempDir(), filesOptions())
	if err != nil {
		t.Fatal(err)
	}
	all := packs(t, 3)
	writeAll(t, f, all[:1])
	f.cur.file = &fullDisk{storage: brokenDisk{f.cur.file}}
	if _, err := f.Append(all[1]); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v, want an error that says that the file could not be cut", err)
	}
	f.cur.file = f.cur.file.(*fullDisk).storage
	if _, err := f.Append(all[2]); !errors.Is(err, syscall.EIO) {
		t.Errorf("then got %v, want the same error", err)
	}
}

type brokenDisk struct{ storage }

func (brokenDisk) Truncate(int64) error { return syscall.EIO }

func TestOpenFilesThatAreShort(t *testing.T) {
	dir := t.TempDir()
	f, err := CreateFiles(dir, filesOptions())
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, f, packs(t, 30))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	last := f.Mark()
	for _, m := range []Mark{{last.File, last.Offset + 1}, {last.File + 1, 10}, {0, 1 << 40}} {
		if _, err := OpenFiles(dir, m, filesOptions()); !errors.Is(err, ErrShort) {
			t.Errorf("%v: got %v, want ErrShort", m, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "t-00001.warc.gz")); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFiles(dir, last, filesOptions()); !errors.Is(err, ErrShort) || !strings.Contains(err.Error(), "t-00001.warc.gz") {
		t.Errorf("without file 1: got %v, want ErrShort with its name", err)
	}
	if len(contents(t, dir)) < 5 {
		t.Error("files were removed")
	}
}

func TestMergeManyIndexes(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(3, 3))
	var paths []string
	var all []byte
	for i := range 2*mergeAtOnce + 5 {
		var text []byte
		for range r.IntN(4) {
			text = fmt.Appendf(text, "key%06d %d\n", r.IntN(1e6), i)
		}
		all = append(all, text...)
		paths = append(paths, filepath.Join(dir, fmt.Sprint(i)))
		if err := writeSorted(paths[i], text); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(mergeIndexes(filepath.Join(dir, "got"), paths), writeSorted(filepath.Join(dir, "want"), all)); err != nil {
		t.Fatal(err)
	}
	if files := contents(t, dir); files["got"] != files["want"] {
		t.Error("merged lines are not those sorted at once")
	}
}
