package ingest_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz"

	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/tally"
	"weft/store"
)

// through writes text through a compressor.
func through(text string, open func(io.Writer) (io.WriteCloser, error)) string {
	var b bytes.Buffer
	w, err := open(&b)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err)
	}
	return b.String()
}

func gzipped(s string) string {
	return through(s, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
}

func zstded(s string) string {
	return through(s, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
}

func xzed(s string) string {
	return through(s, func(w io.Writer) (io.WriteCloser, error) { return xz.WriterConfig{DictCap: 1 << 20}.NewWriter(w) })
}

func lz4ed(s string) string {
	return through(s, func(w io.Writer) (io.WriteCloser, error) { return lz4.NewWriter(w), nil })
}

// bzip2ed asks the program, as Go only reads bzip2; without it what was packed is left as it is.
func bzip2ed(s string) string {
	c := exec.Command("bzip2")
	c.Stdin = strings.NewReader(s)
	if out, err := c.Output(); err == nil {
		return string(out)
	}
	return s
}

// tarred and zipped make an archive of names and texts in turn.
func tarred(files ...string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o644, Size: int64(len(files[i+1])), Typeflag: tar.TypeReg})
		io.WriteString(w, files[i+1])
	}
	w.Close()
	return b.String()
}

func zipped(files ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, _ := w.Create(files[i])
		io.WriteString(f, files[i+1])
	}
	w.Close()
	return b.String()
}

var packings = map[string]func(string) string{
	"plain": func(s string) string { return s }, "gz": gzipped, "zst": zstded, "xz": xzed, "lz4": lz4ed, "bz2": bzip2ed,
	"gz.xz":   func(s string) string { return xzed(gzipped(s)) },
	"tar":     func(s string) string { return tarred("d/x", s) },
	"tar.gz":  func(s string) string { return gzipped(tarred("d/x", s)) },
	"tar.xz":  func(s string) string { return xzed(tarred("x", s)) },
	"tar.zst": func(s string) string { return zstded(tarred("x", s)) },
	"tar.bz2": func(s string) string { return bzip2ed(tarred("x", s)) },
	"gz.tar":  func(s string) string { return tarred("x.gz", gzipped(s)) },
	"lz4.tar": func(s string) string { return tarred("x.lz4", lz4ed(s)) },
	"zip":     func(s string) string { return zipped("d/x", s) },
	"xz.zip":  func(s string) string { return zipped("d/x", xzed(s)) },
	"zip.tar": func(s string) string { return tarred("x.zip", zipped("d/x", s)) },
	"tar.zip": func(s string) string { return zipped("x.tar.gz", gzipped(tarred("d/x", s))) },
	"zip.gz":  func(s string) string { return gzipped(zipped("d/x", s)) },
}

// noise is text that no compressor makes much shorter, so that the first block is as large as blocks become.
func noise(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[r.IntN(64)]
	}
	return string(b)
}

// madeWARC is an archive of n pages of so many bytes, and the ends of its records.
func madeWARC(r *rand.Rand, n, size int) (text string, ends map[int]bool) {
	ends = map[int]bool{}
	for i := range n {
		block := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/p%d><p>%s", i+1, noise(r, size))
		text += fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%d>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.example/p%d\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s", i, i, len(block), block)
		for k := range 5 {
			ends[len(text)+k] = true
		}
		text += "\r\n\r\n"
	}
	return text, ends
}

func madeList(r *rand.Rand) string {
	var b strings.Builder
	for range 3000 {
		fmt.Fprintf(&b, "http://h%d.example/%s http://h%d.example/\n", r.IntN(300), noise(r, 20), r.IntN(300))
	}
	return b.String()
}

func writtenAs(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// An input becomes the same crawl, whatever it is packed in, from a file and from standard input.
func TestPackedInputs(t *testing.T) {
	r := drawn.Rand(t)
	captures, _ := madeWARC(r, 4, 300_000)
	for what, text := range map[string]string{
		"warc": captures, "list": madeList(r), "gml": "graph [ directed 1 node [ id 1 label \"y\" ] node [ id 2 label \"z\" ] edge [ source 1 target 2 ] ]", "numbers": "0 1\n1 2\n2 0\n",
	} {
		var want map[string]store.FileInfo
		for _, p := range append([]string{"plain"}, slices.Sorted(maps.Keys(packings))...) {
			packed := packings[p](text)
			both := []ingest.Options{{Inputs: []string{writtenAs(t, "x", packed)}}, {Inputs: []string{"-"}, Stdin: strings.NewReader(packed)}}
			for _, o := range both[r.IntN(2):][:1] {
				c, s := imported(t, o)
				delete(c.Manifest.Files, store.LogFile)
				if want == nil {
					want = c.Manifest.Files
				}
				if !maps.Equal(c.Manifest.Files, want) || s.Bad > 0 || len(s.Breaks) > 0 {
					t.Errorf("%s in %s from %s: got another crawl than of the plain file, %d bad records, breaks %v", what, p, o.Inputs[0], s.Bad, s.Breaks)
				}
			}
		}
	}
}

// What is cut anywhere fails and names the file, but for archives of captures, unless all may be missing; then what there is
// is a part of the whole.
func TestCutPackings(t *testing.T) {
	r := drawn.Rand(t)
	captures, ends := madeWARC(r, 6, 3000)
	for what, text := range map[string]string{"warc": captures, "list": madeList(r)[:20_000]} {
		whole, _ := importText(t, text, ingest.Options{})
		all := map[string]bool{}
		for _, a := range arcsOf(t, whole) {
			all[a] = true
		}
		for p, pack := range packings {
			if what == "list" && p == "plain" {
				continue // the missing part is unknown
			}
			packed := pack(text)
			for i := range 3 {
				cut := 1 + r.IntN(len(packed)-1)
				if i == 0 { // in the last bytes, where no content is lost
					cut = len(packed) - 1 - r.IntN(min(20, len(packed)-1))
				}
				if p == "plain" && ends[cut] || strings.HasPrefix(p, "bz2") && packed == text {
					continue
				}
				path := writtenAs(t, "x", packed[:cut])
				o := ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}
				isRead := what == "warc" && (p == "plain" || p == "gz") // up to the cut, which is told
				if _, err := ingest.Import(context.Background(), o); !isRead && (err == nil || !strings.Contains(err.Error(), path)) {
					t.Errorf("%s in %s, %d of %d bytes: got %v, want an error that names the file", what, p, cut, len(packed), err)
				}
				o.MaxBad, o.Output = 1, filepath.Join(t.TempDir(), "c")
				s, err := ingest.Import(context.Background(), o)
				if err != nil {
					continue // too little to tell what it is
				}
				if len(s.Breaks) != 1 {
					t.Errorf("%s in %s, %d of %d bytes: got the breaks %v, want one", what, p, cut, len(packed), s.Breaks)
				}
				c, err := store.Open(o.Output)
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range arcsOf(t, c) {
					if !all[a] {
						t.Errorf("%s in %s, %d of %d bytes: got the arc %s, which the whole has not", what, p, cut, len(packed), a)
					}
				}
				c.Close()
			}
		}
	}
}

// A zip file tells how much of a file is lost: the share that may be bad decides.
func TestDamageInZip(t *testing.T) {
	r := drawn.Rand(t)
	small := madeList(r)[:4000]
	packed := []byte(zipped("a", strings.Repeat(madeList(r), 10), "b", small))
	at := bytes.LastIndex(packed[:len(packed)-200], []byte("PK\x03\x04")) + 31 // the data of b
	for i := range 3 {
		packed[at+i] ^= 0xff
	}
	path := writtenAs(t, "x.zip", string(packed))
	for _, c := range []struct {
		most float64
		ok   bool
	}{{1e-6, false}, {0.2, true}} {
		s, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, MaxBad: c.most})
		if (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), path+"#b") && !strings.Contains(err.Error(), "records are bad") {
			t.Errorf("--max-bad %g: got %v", c.most, err)
		}
		if c.ok && (len(s.Breaks) != 1 || s.Breaks[0].Missing <= 0 || s.Breaks[0].Missing > int64(len(small))) {
			t.Errorf("got the breaks %+v, want one in b with what is lost", s.Breaks)
		}
	}
}

// Files that are no inputs are left out, counted and listed; where nothing else is there the error says what there is.
func TestFilesLeftOutOfContainers(t *testing.T) {
	list := "http://a.example/ http://b.example/\nhttp://b.example/ http://a.example/\n"
	deep := tarred("in.tar", tarred("in.tar", tarred("x", list)))
	for _, c := range []struct {
		name, text, root, want string // an error
		left                   int64
	}{
		{"others beside it", tarred("README.txt", "two words\nagain two\n", "out.x", list, "logo.png", png, "empty", ""), "", "", 3},
		{"in a zip file", zipped("meta.x", "name: x\n", "d/out.x", list, "__MACOSX/._x", "\x00\x05", "index.html", doc), "", "", 3},
		{"a file of several", tarred("d/numbers", "0 1\n1 2\n", "d/names", list), "d/names", "", 0},
		{"a folder of several", tarred("d/numbers", "0 1\n1 2\n", "e/names", list), "e/", "", 0},
		{"numbers and names", tarred("d/numbers", "0 1\n1 2\n", "d/names", list), "", "cannot be joined", 0},
		{"a graph", tarred("x.graph", "abc", "x.properties", "nodes=3\n"), "", "x#x.properties: graphclass", 0},
		{"nothing", zipped(), "", "no file in it", 0},
		{"a site", zipped("index.html", doc), "", "'base-url'", 0},
		{"a zip file that is cut", zipped("index.html", doc)[:60], "", "the directory at the end of the zip file is missing or damaged, so it is cut, or not a zip file: zip: not a valid zip file", 0},
		{"a root that is not there", tarred("x", list), "d", "below the root", 0},
		{"a WARC and what lies too deep", tarred("x", list, "y.tar", deep), "", "", 2},
		{"only what lies too deep", deep, "", "in an archive within an archive", 0},
	} {
		path := writtenAs(t, "x", c.text)
		s, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, Root: c.root})
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v, want an error that says %q", c.name, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if s.Manifest.Counts.Arcs != 2 {
			t.Errorf("%s: got %d arcs, want 2", c.name, s.Manifest.Counts.Arcs)
		}
		if got := s.Manifest.Steps[0].Notes["files in archives that were left out: see import.log"]; got != c.left {
			log, _ := os.ReadFile(s.Log)
			t.Errorf("%s: the notes count %d files, want %d:\n%s", c.name, got, c.left, log)
		}
	}
}

// The files of a site may come in a zip file as in a tar archive.
func TestTreeInZip(t *testing.T) {
	files := []string{"s/index.html", "<a href=b.php>", "s/b.php", "<p><a href=index.html>", "s/x.png", png, "other/c.html", doc, "s/d/", ""}
	for _, packed := range []string{zipped(files...), gzipped(zipped(files...)), bzip2ed(tarred(files[:8]...)), lz4ed(tarred(files[:8]...))} {
		c, s := imported(t, ingest.Options{Inputs: []string{writtenAs(t, "x", packed)}, BaseURL: "http://a.example/", Root: "s"})
		want := []string{"http://a.example/b.php http://a.example/index.html link", "http://a.example/index.html http://a.example/b.php link"}
		if got := arcsOf(t, c); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		checkLeftOut(t, s, map[string]int64{"files left out: of another type by their names": 1})
	}
	path := writtenAs(t, "x.zip", zipped("../x.html", doc, "a.html", doc))
	if _, err := ingest.Import(context.Background(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}, BaseURL: "http://a.example/"}); !errors.Is(err, tally.ErrBadInput) {
		t.Errorf("a name that leads out: got %v", err)
	}
}
