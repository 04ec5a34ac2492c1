package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"weft/answers/answer"
	"weft/making/ingest"
	"weft/store"
)

// Weights are read of lists as all others are, compressed and whatever ends their lines; what is no weight is told.
func TestPreferenceIsRead(t *testing.T) {
	dir := t.TempDir()
	path, crawl := filepath.Join(dir, "list"), filepath.Join(dir, "crawl")
	write := func(text string, packed bool) {
		var b strings.Builder
		if b.WriteString(text); packed {
			b.Reset()
			z := gzip.NewWriter(&b)
			fmt.Fprint(z, text)
			z.Close()
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("http://a.example/\thttp://b.example/\nhttp://b.example/\thttp://c.example/\n", false)
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: crawl, Memory: 1 << 30}}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(crawl)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	o := &answer.Options{Memory: 1 << 30}
	for _, packed := range []bool{false, true} {
		write("\ufeff# c\rhttp://a.example/ 0.5\r2\r\nhttp://a.example/\t1", packed)
		if got, err := readPreference(c, path, o); err != nil || !slices.Equal(got, []float64{1.5, 0, 1}) {
			t.Errorf("got %v, %v", got, err)
		}
	}
	for text, want := range map[string]string{
		"1 -1": "the weight must be a number", "1\n1 inf": "line 2: ", "1 NaN": "the weight must be", "1 1e999": "out of range", "7": "no page 7", "1 0": "no page has a weight", "1 x": "invalid",
	} {
		write(text, false)
		if got, err := readPreference(c, path, o); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "%!") {
			t.Errorf("%q: got %v, %v; want %q", text, got, err, want)
		}
	}
}
