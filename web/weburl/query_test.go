package weburl

import (
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"
)

// TestQueryEncoding has the cases of the URL Standard, section 1.3, "percent-encode after encoding", and more; path and
// host stay UTF-8.
func TestQueryEncoding(t *testing.T) {
	for _, c := range []struct {
		encoder   transform.Transformer
		ref, want string
	}{
		{japanese.ShiftJIS.NewEncoder(), "?\u2261", "http://h/?%81%DF"},
		{japanese.ShiftJIS.NewEncoder(), "?\u203d", "http://h/?%26%238253%3B"},
		{charmap.Windows1252.NewEncoder(), "é?é'&\u0416", "http://h/%C3%A9?%E9%27&%26%231046%3B"},
		{charmap.Windows1252.NewEncoder(), "?\xff\xe2\x82é#é", "http://h/?%26%2365533%3B%26%2365533%3B%E9"},
		{nil, "?é", "http://h/?%C3%A9"},
	} {
		b := Base{Query: c.encoder}
		if err := b.Set([]byte("http://h/")); err != nil {
			t.Fatal(err)
		}
		if got, err := b.AppendResolve(nil, []byte(c.ref)); err != nil || string(got) != c.want {
			t.Errorf("resolve %q: got %s, %v, want %s", c.ref, got, err, c.want)
		}
	}
}
