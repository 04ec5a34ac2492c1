package warc

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// A Reader that is reset reads as a new one, whatever it read before, and from wherever.
func TestReset(t *testing.T) {
	var files [][]byte
	for _, name := range []string{"IAH-urls-wget.warc.gz", "whirlwind.warc", "IAH-20080430204825-00000-blackbook.arc.gz", "iana.warc.gz"} {
		files = append(files, load(t, "warc-samples", name))
	}
	files = append(files, []byte("no archive\n"), nil, files[0][:len(files[0])/2])
	list := func(r *Reader) string {
		var b strings.Builder
		for range 2000 {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				fmt.Fprintln(&b, err)
				continue
			}
			fmt.Fprintln(&b, rec.Offset, rec.Inner, rec.Size, rec.Type, rec.TargetURI(), Digest(rec.Body))
		}
		return b.String()
	}
	again := NewReader(bytes.NewReader(files[0]), Options{})
	for round := range 2 {
		for i, file := range files {
			var in io.Reader = bytes.NewReader(file)
			if round == 1 {
				in = io.MultiReader(in) // which cannot seek
			}
			again.Reset(in)
			if i%2 == round {
				again.Next() // it is left in the middle
				again.Reset(bytes.NewReader(file))
			}
			if got, want := list(again), list(NewReader(bytes.NewReader(file), Options{})); got != want {
				t.Errorf("file %d: got\n%.600s\nwant\n%.600s", i, got, want)
			}
		}
	}
}
