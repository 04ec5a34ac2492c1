package ingest_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"weft/internal/shared"
	"weft/making/ingest"
	"weft/store"
)

// gathered returns the rows of inputs as a stream.
func gathered(t *testing.T, inputs ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := ingest.NewArrowRows(&b, nil)
	o := ingest.Options{Inputs: inputs}
	dir := t.TempDir()
	o.Output = filepath.Join(dir, "rows")
	if _, err := ingest.Gather(t.Context(), o, w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Fatalf("%v is left", left)
	}
	return b.Bytes()
}

// sameCrawl compares the import of rows, one stream for each input, with the import of the inputs.
func sameCrawl(t *testing.T, inputs []string) {
	t.Helper()
	counts, files, _ := madeOf(t, ingest.Options{Inputs: inputs})
	dir := t.TempDir()
	var streams []string
	for i, in := range inputs {
		path := filepath.Join(dir, fmt.Sprint(i))
		write(t, dir, fmt.Sprint(i), gathered(t, in))
		streams = append(streams, path)
	}
	rand.New(rand.NewPCG(5, 6)).Shuffle(len(streams), func(i, j int) { streams[i], streams[j] = streams[j], streams[i] })
	got, gotFiles, s := madeOf(t, ingest.Options{Inputs: streams})
	delete(files, store.LogFile) // bad records are known where archives are read
	delete(gotFiles, store.LogFile)
	if !reflect.DeepEqual(got, counts) || !maps.Equal(gotFiles, files) {
		t.Errorf("%s:\n%+v\n%+v", inputs, got, counts)
		for name, f := range files {
			if gotFiles[name] != f {
				t.Errorf("%s differs", name)
			}
		}
	}
	in := s.Manifest.Steps[0].Inputs
	if len(in) != 2*len(inputs) || in[0].Format != "rows" || in[len(inputs)].Format != "archive" || !slices.Contains(inputs, in[len(inputs)].Path) {
		t.Errorf("inputs %+v", in)
	}
}

// TestRowsOfArchives gathers drawn archives one by one, and compares the import of all rows with the import of all archives.
func TestRowsOfArchives(t *testing.T) {
	dir := t.TempDir()
	archive, rows := archivePages(t, 300)
	var inputs []string
	for i := range 3 { // parts that overlap
		var b []byte
		for _, row := range rows[80*i : 80*i+140] {
			b = append(b, archive[row.Offset:row.Offset+row.Length]...)
		}
		name := fmt.Sprintf("%d.warc.gz", i)
		write(t, dir, name, b)
		inputs = append(inputs, filepath.Join(dir, name))
	}
	sameCrawl(t, inputs)
}

// TestRowsOfRealArchives does the same with real archives.
func TestRowsOfRealArchives(t *testing.T) {
	dir := shared.Dir(t)
	for _, group := range [][]string{
		{"warc-samples/BL-20140325121225068-00000-32090~opera~8443.warc.gz", "warc-samples/BL-20140325122341434-00000-32090~opera~8443.warc.gz", "warc-samples/books.toscrape.warc"},
		{"warc-samples/IAH-20080430204825-00000-blackbook.warc.gz", "warc-samples/IAH-urls-wget.warc.gz"},
	} {
		var inputs []string
		for _, name := range group {
			inputs = append(inputs, filepath.Join(dir, name))
		}
		sameCrawl(t, inputs)
	}
}

// TestRowsAreWhole checks that a stream that is cut or changed anywhere is refused or gives the same crawl.
func TestRowsAreWhole(t *testing.T) {
	dir := t.TempDir()
	archive, _ := archivePages(t, 20)
	write(t, dir, "a.warc.gz", archive)
	whole := gathered(t, filepath.Join(dir, "a.warc.gz"))
	for cut := 1; cut < len(whole); cut += 97 {
		o := ingest.Options{Inputs: []string{"-"}, Stdin: bytes.NewReader(whole[:cut]), Format: ingest.RowStream, MaxBad: 1}
		o.Output = filepath.Join(dir, "c")
		if _, err := ingest.Import(t.Context(), o); err == nil {
			t.Fatalf("the first %d of %d bytes were taken for whole", cut, len(whole))
		}
	}
	o := ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("\xff\xff\xff\xff\x10\x00\x00\x00 no schema here")}
	o.Output = filepath.Join(dir, "c")
	if _, err := ingest.Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "Arrow") {
		t.Error(err)
	}
}
