package warc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Damage that the checksums of gzip do not show is found: digests that are not those of the record, records that share
// a member or have none, bytes between records, a file that is missing, lines of indexes.
func TestVerifyFiles(t *testing.T) {
	type spoil func(t *testing.T, dir string)
	inFirst := func(f func(data []byte) []byte) spoil {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, "t-00000.warc.gz")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	packed := func(rec NewRecord, plain bool) []byte {
		p, err := NewPacker(WriterOptions{Plain: plain})
		if err == nil {
			_, err = p.Add(rec)
		}
		if err != nil {
			t.Fatal(err)
		}
		var to Packed
		p.Take(&to)
		return to.Bytes
	}
	wrong := Metadata("http://a.example/", fixedDate, "", []byte("x: y\r\n"))
	wrong.Extra = []string{"WARC-Payload-Digest", Digest([]byte("something else"))}
	good := Metadata("http://a.example/", fixedDate, "", []byte("x: y\r\n"))
	for want, f := range map[string]spoil{
		"":                       func(*testing.T, string) {},
		"payload does not match": inFirst(func(b []byte) []byte { return append(b, packed(wrong, false)...) }),
		"shares its gzip member": inFirst(func(b []byte) []byte { return append(b, packed(good, true)...) }),
		"a damaged":              inFirst(func(b []byte) []byte { b[len(b)-6] ^= 4; return b }),
		"it is missing":          func(_ *testing.T, dir string) { os.Remove(filepath.Join(dir, "t-00001.warc.gz")) },
		"no record of t-00000.warc.gz": func(t *testing.T, dir string) {
			appendTo(t, filepath.Join(dir, "t-00000.cdxj"), "com,example)/ 2024\n")
		},
		"it lacks 1 records": func(_ *testing.T, dir string) {
			path := filepath.Join(dir, "t-00000.cdxj")
			data, _ := os.ReadFile(path)
			_, rest, _ := strings.Cut(string(data), "\n")
			os.WriteFile(path, []byte(rest), 0o644)
		},
		"that the index of that file lacks": func(t *testing.T, dir string) {
			appendTo(t, filepath.Join(dir, "index.cdxj"), `zz)/ 2024 {"offset": "5", "filename": "t-00000.warc.gz"}`+"\n")
		},
		"a line for \"q.warc.gz\"": func(t *testing.T, dir string) {
			appendTo(t, filepath.Join(dir, "index.cdxj"), `zz)/ 2024 {"offset": "5", "filename": "q.warc.gz"}`+"\n")
		},
	} {
		dir := t.TempDir()
		files, err := CreateFiles(dir, filesOptions())
		if err != nil {
			t.Fatal(err)
		}
		writeAll(t, files, packs(t, 40))
		mark := files.Mark()
		if err := files.Close(); err != nil {
			t.Fatal(err)
		}
		f(t, dir)
		var found []string
		var seen FilesChecked
		err = VerifyFiles(dir, filesOptions(), FilesCheck{Until: &mark, Closed: true, Damage: func(file string, _ int64, what string) {
			found = append(found, file+": "+what)
		}}, &seen)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(found, "\n"); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("want %q, got %s", want, got)
		}
		if want == "" && (seen.Records < 90 || seen.Lines < 80 || len(seen.Files) < 5) {
			t.Errorf("too little was looked at: %+v", seen)
		}
	}
}

func appendTo(t *testing.T, path, text string) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteString(text)
}
