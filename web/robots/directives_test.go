package robots

import "testing"

func TestFromHeader(t *testing.T) {
	for _, c := range []struct {
		field string
		want  Directives
	}{
		{"", 0},
		{"noindex", NoIndex},
		{"NoIndex,NOFOLLOW", None},
		{"none", None},
		{"noindex nofollow; noarchive", None | NoArchive},
		{"index, follow, all, max-snippet:20", 0},
		{"googlebot: noindex", 0},
		{"weftbot: noindex", NoIndex},
		{"WeftBot: noindex, nofollow", None},
		{"weftbot : noindex", NoIndex},
		{"googlebot: nofollow, weftbot: noarchive", NoArchive},
		{"noindex, googlebot: nofollow, noarchive", NoIndex},
		{"googlebot: weftbot: noindex", NoIndex},
		{"unavailable_after: 25 Jun 2010 15:00:00 PST", 0},
		{"unavailable_after: Wednesday, 25-Jun-10 15:00:00 PST, noindex", NoIndex},
		{"weftbot: unavailable_after: 25 Jun 2010 15:00:00 PST, nosnippet", NoSnippet},
		{"googlebot: max-image-preview: large, noindex", 0},
		{"nocache, noimageindex, notranslate, nositelinkssearchbox, indexifembedded", NoArchive | NoImageIndex | NoTranslate | NoSitelinksSearch | IndexIfEmbedded},
		{":noindex", 0},
		{"noindexed, no-index", 0},
	} {
		if got := FromHeader(c.field, "weft", "weftbot"); got != c.want {
			t.Errorf("%q: got %b, want %b", c.field, got, c.want)
		}
	}
}

func TestFromMeta(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          Directives
	}{
		{"robots", "noindex,nofollow", None},
		{" ROBOTS ", "NONE", None},
		{"weftbot", "nofollow", NoFollow},
		{"googlebot", "nofollow", 0},
		{"description", "nofollow", 0},
		{"robots", "", 0},
		{"robots", "unavailable_after: 2030-01-01", 0},
	} {
		if got := FromMeta(c.name, c.content, "weftbot"); got != c.want {
			t.Errorf("%q, %q: got %b, want %b", c.name, c.content, got, c.want)
		}
	}
	if !None.Has(NoFollow) || NoFollow.Has(None) {
		t.Error("Has is not about all of a set")
	}
}

// Whatever a field says, it says no less to a robot that it may name, and the words of a field without colon are those of a
// meta element.
func FuzzDirectives(f *testing.F) {
	f.Add("googlebot: nofollow, weftbot: noarchive", "weftbot")
	f.Add("unavailable_after: Wednesday, 25-Jun-10 15:00:00 PST, noindex", "x")
	f.Fuzz(func(t *testing.T, field, token string) {
		if all, named := FromHeader(field), FromHeader(field, token); !named.Has(all) {
			t.Errorf("%q: %b to all, %b to %q", field, all, named, token)
		}
		if meta, header := FromMeta("robots", field), FromHeader(field); !meta.Has(header) {
			t.Errorf("%q: meta %b, header %b", field, meta, header)
		}
	})
}
