package site

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/making/ingest/ingesttest"
)

func savedExample() *SavedBoundary {
	return &SavedBoundary{
		Name: "news", Home: "http://a.example/news/", Version: "1.2", Pages: 3, Options: []string{"clusters evidence", "exclude http://a.example/news/old/*"},
		Saved: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Hosts: []Host{{Host: "a.example", Pages: 2}, {Host: "gone.example", Pages: 1}},
		Accept: []string{"http://(example,a,)/news/", "http://(example,gone,"}, Reject: []string{"http://(example,a,)/news/old/"},
	}
}

// TestSavedComesBack writes a boundary, and reads the same.
func TestSavedComesBack(t *testing.T) {
	var text bytes.Buffer
	want := savedExample()
	if err := want.Write(&text); err != nil {
		t.Fatal(err)
	}
	got, err := ReadBoundary(&text, "news.surt", "news")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Accept, want.Accept) || !slices.Equal(got.Reject, want.Reject) || !slices.Equal(got.Hosts, want.Hosts) || !slices.Equal(got.Options, want.Options) ||
		got.Home != want.Home || got.Version != want.Version || !got.Saved.Equal(want.Saved) || got.Pages != want.Pages {
		t.Errorf("got %+v", got)
	}
}

// TestSavedInAnotherCrawl counts pages by the longest prefix, and names the hosts that are not there.
func TestSavedInAnotherCrawl(t *testing.T) {
	c := ingesttest.Text(t, "http://a.example/news/1\thttp://a.example/news/old/2\nhttp://a.example/other\thttp://b.example/news/\nhttp://a.example/news/1\thttp://a.example/news/3\n")
	x, err := savedExample().In(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if x.Pages != 2 || x.HasHome || len(x.Hosts) != 1 || x.Hosts[0] != (Host{"a.example", 2, 4}) || len(x.Gone) != 1 || x.Gone[0].Host != "gone.example" {
		t.Errorf("got %+v", x)
	}
	for page, want := range map[string]bool{"http://a.example/news/1": true, "http://a.example/news/old/2": false, "http://b.example/news/": false} {
		u, ok, err := c.Find(page)
		if err != nil || !ok || x.Has(u) != want {
			t.Errorf("%s: within %v, want %v, %v", page, x.Has(u), want, err)
		}
	}
}

func TestBadBoundaries(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "n.surt: ",
		"-http://(example,a,)/":                  "no prefix that lets pages in",
		"<html>":                                 "n.surt:1: ",
		"# weft boundary 2\n+a.example":          "n.surt:1: expected a boundary of weft, or a list of SURT prefixes such as +http://(org,example,: a form of a later version",
		"# weft boundary 1\n# pages: x\n":        "n.surt:2: ",
		"# weft boundary 1\n# saved: now\n":      "n.surt:2: ",
		"# weft boundary 1\n# host: 7\n":         "n.surt:2: ",
		"+" + strings.Repeat("x", mostSavedLine): "n.surt:1: ",
	} {
		if _, err := ReadBoundary(strings.NewReader(text), "n.surt", "n"); !errors.Is(err, ErrBoundary) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	b, err := ReadBoundary(strings.NewReader("# of Heritrix\n(org,example,\n+http://b.example/x/y # why\n"), "n.surt", "n")
	if err != nil || !slices.Equal(b.Accept, []string{"(org,example,", "http://b.example/x/y"}) {
		t.Errorf("a list of another program: %v, %v", b, err)
	}
}

// What is read is written and read to the same rules.
func FuzzReadBoundary(f *testing.F) {
	var text bytes.Buffer
	if err := savedExample().Write(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte("+http://(org,ex\u202eample,)/ # x\r-a.b/c"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := ReadBoundary(bytes.NewReader(text), "x", "x")
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := b.Write(&again); err != nil {
			t.Fatal(err)
		}
		back, err := ReadBoundary(&again, "y", "x")
		if err != nil || !slices.Equal(b.Accept, back.Accept) || !slices.Equal(b.Reject, back.Reject) || !slices.Equal(b.Hosts, back.Hosts) {
			t.Fatalf("%+v became %+v: %v", b, back, err)
		}
	})
}
