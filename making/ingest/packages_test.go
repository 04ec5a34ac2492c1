package ingest_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/making/ingest"
	"weft/making/ingest/tally"
	"weft/store"
)

// packageOf makes a WACZ package of an archive, with what else is in one.
func packageOf(archive string) string {
	return zipped(
		"archive/data.warc.gz", membersOf(archive),
		"indexes/index.cdx", "com,other)/ 20140101000000 http://other.com/ text/html 200 AAA - - 10 0 data.warc.gz\n",
		"pages/pages.jsonl", `{"format":"json-pages-1.0","id":"pages"}`+"\n"+`{"id":"1","url":"http://listed.example/"}`+"\n",
		"datapackage.json", `{"profile":"data-package","wacz_version":"1.1.1"}`,
	)
}

// A WACZ package is the same crawl alone, packed in what there is, in another package and through a pipe; of a package
// only its archives are read.
func TestPackagesAnywhere(t *testing.T) {
	one := packageOf(pageOf("http://a.example/", "", linkTo("http://b.example/"), 0))
	two := packageOf(pageOf("http://c.example/", "", linkTo("http://d.example/"), 0))
	multi := zipped("datapackage.json", `{"profile":"multi-wacz-package","resources":[{"name":"x.wacz"}]}`, "x.wacz", one, "y.wacz", two)
	want := []string{arcAB, arcCD}
	for name, text := range map[string]string{
		"multi-WACZ": multi, "tar": tarred("x.wacz", one, "y.wacz", two), "tar.gz": gzipped(tarred("d/x.wacz", one, "d/y.wacz", two)),
		"zip": zipped("x.wacz", one, "y", two), "multi-WACZ in a tar": tarred("multi.wacz", multi), "multi-WACZ in gzip": gzipped(multi),
		"zip in a tar": tarred("x.zip", zipped("x.wacz", one, "y.wacz", two)),
	} {
		for _, o := range []ingest.Options{{Inputs: []string{writtenAs(t, "x", text)}}, {Inputs: []string{"-"}, Stdin: strings.NewReader(text)}} {
			crawl, s := imported(t, o)
			if got := arcsOf(t, crawl); !slices.Equal(got, want) || crawl.NumPages() != 4 || s.Bad != 0 {
				t.Errorf("%s from %s: got %q, %q, %d bad", name, o.Inputs[0], got, namesOf(crawl), s.Bad)
			}
		}
	}
	for _, o := range []ingest.Options{{Inputs: []string{writtenAs(t, "x.wacz", one)}}, {Inputs: []string{"-"}, Stdin: strings.NewReader(one)}} {
		crawl, s := imported(t, o)
		if got := arcsOf(t, crawl); !slices.Equal(got, []string{arcAB}) || s.Manifest.Steps[0].Inputs[0].Format != "wacz" {
			t.Errorf("from %s: got %q, read as %q", o.Inputs[0], got, s.Manifest.Steps[0].Inputs[0].Format)
		}
	}
	deep := tarred("a.tar", tarred("b.tar", tarred("x.wacz", one)))
	if _, err := tryImport(t, ingest.Options{Inputs: []string{writtenAs(t, "x.tar", deep)}}); err == nil {
		t.Error("archives in archives in archives are read")
	}
}

// overlapping makes a zip file whose directory lists the one file that it holds n times.
func overlapping(t *testing.T, n int) string {
	t.Helper()
	text := zipped("a", strings.Repeat("http://a.example/ http://b.example/\n", 2000))
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	at := strings.LastIndex(text, "PK\x01\x02")
	end := strings.LastIndex(text, "PK\x05\x06")
	entry := text[at:end]
	var b bytes.Buffer
	b.WriteString(text[:at])
	for i := range n {
		b.WriteString(strings.Replace(entry, z.File[0].Name, string(rune('a'+i)), 1))
	}
	tail := []byte(text[end:])
	binary.LittleEndian.PutUint16(tail[8:], uint16(n))
	binary.LittleEndian.PutUint16(tail[10:], uint16(n))
	binary.LittleEndian.PutUint32(tail[12:], uint32(n*len(entry)))
	b.Write(tail)
	return b.String()
}

// Zip files whose files share bytes are refused, whatever they would be read as, and wherever they lie.
func TestZipFilesThatOverlap(t *testing.T) {
	if crawl, _ := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "x.zip", overlapping(t, 1))}}); len(arcsOf(t, crawl)) != 1 {
		t.Error("one file in the directory is not read")
	}
	bomb := overlapping(t, 3)
	for name, o := range map[string]ingest.Options{
		"zip": {Inputs: []string{writtenAs(t, "x.zip", bomb)}}, "zip in a tar": {Inputs: []string{writtenAs(t, "x.tar", tarred("x.zip", bomb))}},
		"HTML": {Inputs: []string{writtenAs(t, "x.zip", bomb)}, BaseURL: "http://a.example/"}, "pipe": {Inputs: []string{"-"}, Stdin: strings.NewReader(bomb)},
	} {
		if _, err := tryImport(t, o); !errors.Is(err, tally.ErrBadInput) || !strings.Contains(err.Error(), "share bytes") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// Folders and lists of files are read as if their files were named.
func TestFoldersOfPackages(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.wacz":         packageOf(pageOf("http://a.example/", "", linkTo("http://b.example/"), 0)),
		"b.warc.gz.open": membersOf(pageOf("http://c.example/", "", linkTo("http://d.example/"), 0)), "notes.txt": "not read\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if crawl, _ := imported(t, ingest.Options{Inputs: []string{dir}}); !slices.Equal(arcsOf(t, crawl), []string{arcAB, arcCD}) {
		t.Errorf("a folder: got %q", arcsOf(t, crawl))
	}
	for text, want := range map[string]string{
		"a\nb c\r\n\n  d\n": `["a" "b c" "  d"]`, "\ufeffx": `["x"]`, "": "names no file", "\n \n": "names no file", "a\x00b": "zero byte",
		strings.Repeat("x", 40_000): "40000 bytes",
	} {
		names, err := ingest.FileList(strings.NewReader(text))
		if got := fmt.Sprintf("%q %v", names, err); !strings.Contains(got, want) {
			t.Errorf("%.20q: got %s, want %s", text, got, want)
		}
	}
}

// What a CDX server puts out, in each shape, is the same captures.
func TestCDXServers(t *testing.T) {
	rows := [][7]string{
		{"com,example)/", "20140103030321", "http://example.com:80/", "text/html", "200", "AAA", "1043"},
		{"com,example)/gone", "20140103030322", "https://example.com/gone", "text/html", "404", "BBB", "-"},
		{"com,example)/moved", "20140103030322", "http://example.com/moved", "text/html", "301", "CCC", "99"},
		{"com,example)/again", "20140103030322", "http://example.com/again", "warc/revisit", "-", "CCC", "99"},
		{"com,example)/logo", "20140103030322", "http://example.com/logo", "image/png", "200", "DDD", "99"},
	}
	var text, counted, array, objects, cdxj strings.Builder
	array.WriteString(`[["urlkey","timestamp","original","mimetype","statuscode","digest","length"]`)
	for _, r := range rows {
		fmt.Fprintln(&text, strings.Join(r[:], " "))
		fmt.Fprintln(&counted, strings.Join(r[:], " "), 3)
		fmt.Fprintf(&array, ",\n[%q, %q, %q, %q, %q, %q, %q]", r[0], r[1], r[2], r[3], r[4], r[5], r[6])
		object := fmt.Sprintf(`"url": %q, "mime": %q, "status": %q, "digest": %q, "length": %q, "offset": "0", "filename": "x.warc.gz"}`, r[2], r[3], r[4], r[5], r[6])
		fmt.Fprintf(&objects, "{\"urlkey\": %q, \"timestamp\": %q, %s\n", r[0], r[1], object)
		fmt.Fprintf(&cdxj, "%s %s {%s\n", r[0], r[1], object)
	}
	columns := "[\n  [\n\"timestamp\",\"original\",\"statuscode\",\"mimetype\"\n]"
	for _, r := range rows {
		columns += fmt.Sprintf(",[%q,%q,%q,%q]", r[1], r[2], r[4], r[3])
	}
	want := []string{"http://example.com/=fetched", "http://example.com/moved=redirected", "https://example.com/gone=failed"}
	for name, in := range map[string]string{
		"text": text.String(), "text with a count": counted.String(), "JSON": array.String() + "]\n", "JSON with a key to go on with": array.String() + ",\n[],\n[\"com,example)/+2014\"]]",
		"JSON of some columns": columns + "]", "JSON behind a mark of UTF-8": "\ufeff" + array.String() + "]", "pywb": objects.String(), "CDXJ": cdxj.String(), "packed": gzipped(text.String()),
		"Windows": strings.ReplaceAll(text.String(), "\n", "\r\n"),
	} {
		crawl, s := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "x", in)}})
		if got := namesOf(crawl); !slices.Equal(got, want) || s.Bad != 0 || s.Records != int64(len(rows)) || s.Manifest.Steps[0].Inputs[0].Format != "cdx" {
			t.Errorf("%s: got %q, %d records, %d bad, as %s; want %q", name, got, s.Records, s.Bad, s.Manifest.Steps[0].Inputs[0].Format, want)
		}
	}
	for name, in := range map[string]string{"cut": array.String(), "a short row": array.String() + ",\n[\"x\"]]", "no array": array.String() + ", 7]"} {
		if _, err := tryImport(t, ingest.Options{Inputs: []string{writtenAs(t, "x", in)}}); !errors.Is(err, tally.ErrBadInput) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	// What only looks like one is none.
	for _, in := range []string{"a 20140103030321 b text/html 200 AAA 1043\n", "com,example)/ 20140103030321 http://example.com/ text/html\n"} {
		o := ingest.Options{Inputs: []string{writtenAs(t, "x", in)}}
		if s, err := tryImport(t, o); err == nil && s.Manifest.Steps[0].Inputs[0].Format == "cdx" {
			t.Errorf("%q is read as cdx", in)
		}
	}
}

// A list of pages gives states, and no arcs.
func TestPageLists(t *testing.T) {
	const header = `{"format": "json-pages-1.0", "id": "pages", "title": "All Pages, and \"all\"", "hasText": false}` + "\n"
	text := header +
		`{"id":"1","url":"https://a.example/","title":"a \"quoted","loadState":4,"mime":"text/html","seed":true,"depth":0,"ts":"2024-01-01T00:00:00Z"}` + "\n" +
		`{"id":"2","url":"https://a.example/gone","status":404}` + "\n\n" +
		`{"id":"3","url":"https://a.example/hung","loadState":0}` + "\n" +
		`{"id":"4","url":"https://a.example/plain"}` + "\n" +
		`{"id":"5","url":"about:blank"}` + "\n"
	want := []string{"https://a.example/=fetched", "https://a.example/gone=failed", "https://a.example/hung=failed", "https://a.example/plain=fetched"}
	for name, in := range map[string]string{"plain": text, "Windows, with a mark": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"), "gzip": gzipped(text)} {
		crawl, s := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "pages.jsonl", in)}})
		if got := namesOf(crawl); !slices.Equal(got, want) || s.Bad != 0 || s.Records != 5 || s.Manifest.Steps[0].Inputs[0].Format != "pages" {
			t.Errorf("%s: got %q, %d records, %d bad, as %s", name, got, s.Records, s.Bad, s.Manifest.Steps[0].Inputs[0].Format)
		}
	}
	for _, line := range []string{`{"id":"1"}`, `["x"]`, `{"url":"http://a.example/`, `{"url":"http://a.example:x/"}`} {
		s, err := tryImport(t, ingest.Options{Inputs: []string{writtenAs(t, "x", text+line+"\n")}, MaxBad: 0.5})
		if err != nil || s.Bad != 1 {
			t.Errorf("%s: got %d bad, %v", line, s.Bad, err)
		}
	}
}

// An archive is known behind a mark of UTF-8 and empty lines, plain and packed.
func TestLinesBeforeArchives(t *testing.T) {
	text := pageOf("http://a.example/", "", linkTo("http://b.example/"), 0)
	var want map[string]store.FileInfo
	for _, in := range []string{text, "\ufeff" + text, "\r\n\r\n" + text, " \n\t\n\ufeff\n" + text, membersOf("\ufeff"+text, text), gzipped("\n\n\n" + text), xzed("\ufeff\n" + text), strings.Repeat("\n", 2000) + text} {
		crawl, s := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "x", in)}})
		delete(crawl.Manifest.Files, store.LogFile)
		if want == nil {
			want = crawl.Manifest.Files
		}
		if !maps.Equal(crawl.Manifest.Files, want) || s.Bad != 0 || s.Manifest.Steps[0].Inputs[0].Format != "archive" {
			t.Errorf("%.20q: got %q, %d bad", in, namesOf(crawl), s.Bad)
		}
	}
}
