package remote

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"
)

const (
	monday  = "Mon, 01 Jan 2024 00:00:00 GMT"
	tuesday = "Tue, 02 Jan 2024 00:00:00 GMT"
)

// TestChangedFiles changes a byte that no response repeats: only ETag or Last-Modified show it.
func TestChangedFiles(t *testing.T) {
	one := drawn(3 << 20)
	other := bytes.Clone(one)
	other[len(other)-10] ^= 1
	type says struct{ etag, modified string }
	for name, c := range map[string]struct {
		first, then says
		whole       bool // later responses hold the whole file
		want        error
	}{
		"ETag":                              {says{`"1"`, monday}, says{`"2"`, monday}, false, ErrChanged},
		"weak ETag":                         {says{`W/"1"`, ""}, says{`W/"2"`, ""}, false, ErrChanged},
		"Last-Modified":                     {says{"", monday}, says{"", tuesday}, false, ErrChanged},
		"Last-Modified, the whole file":     {says{"", monday}, says{"", tuesday}, true, ErrChanged},
		"Last-Modified, and one ETag":       {says{`"1"`, monday}, says{"", tuesday}, false, ErrChanged},
		"Last-Modified of the same ETag":    {says{`"1"`, monday}, says{`"1"`, tuesday}, false, nil},
		"the same time and no later ETag":   {says{`"1"`, monday}, says{"", monday}, false, nil},
		"nothing, and the file is the same": {says{}, says{}, true, nil},
	} {
		serveIt := func(cut int) string {
			return serve(t, func(w http.ResponseWriter, r *http.Request, turn int) {
				file, said, most := one, c.first, cut
				if turn > 1 {
					said, most = c.then, len(one)
					if c.want != nil {
						file = other
					}
					if c.whole {
						r.Header.Del("Range")
					}
				}
				w.Header().Set("Last-Modified", said.modified)
				part(w, r, file, said.etag, most)
			})
		}
		t.Run(name, func(t *testing.T) {
			s := quick(t)
			got, _, err := read(t, s, serveIt(100_000))
			if !errors.Is(err, c.want) || c.want == nil && !bytes.Equal(got, one) {
				t.Errorf("stream: %d bytes and the error %v, want %v", len(got), err, c.want)
			}
			if c.whole {
				return
			}
			got, err = s.Part(t.Context(), serveIt(100_000), 5, int64(len(one))-5, nil)
			if !errors.Is(err, c.want) || c.want == nil && !bytes.Equal(got, one[5:]) {
				t.Errorf("part: %d bytes and the error %v, want %v", len(got), err, c.want)
			}
			f, err := s.File(t.Context(), serveIt(100_000))
			if err != nil {
				t.Fatal(err)
			}
			got, err = io.ReadAll(io.NewSectionReader(f, 0, f.Size()))
			if !errors.Is(err, c.want) || c.want == nil && !bytes.Equal(got, one) {
				t.Errorf("file: %d bytes and the error %v, want %v", len(got), err, c.want)
			}
		})
	}
}
