package fetch

import (
	"slices"
	"testing"

	"weft/web/sitemap"
)

// What of a sitemap was not taken is said, and nothing of one that was taken whole.
func TestRemarksOfSitemaps(t *testing.T) {
	for _, c := range []struct {
		of   sitemap.Summary
		want []string
	}{
		{sitemap.Summary{Entries: 9, Bytes: 99}, nil},
		{sitemap.Summary{Skipped: 1, Beyond: 2, Bytes: 3, Cut: true}, []string{"map:1-skipped", "map:2-left", "map:read-3-bytes"}},
	} {
		f := &fetcher{p: new(parcel)}
		if f.remarkMap(&c.of); !slices.Equal(f.p.remarks, c.want) {
			t.Errorf("%+v: got %q, want %q", c.of, f.p.remarks, c.want)
		}
	}
}
