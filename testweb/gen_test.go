package testweb

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/graph/kinds"
	"weft/web/links"
	"weft/web/weburl"
)

// sizes are Webs from the smallest to one larger than the default.
var sizes = []Options{{Pages: 1, Seed: 1}, {Pages: 200, Hosts: 1000, Seed: 2}, {Pages: 777, Seed: 3}, {}, {Seed: 4}, {Pages: 6000, Hosts: 12, Seed: 5}}

func eachSize(t *testing.T, f func(*testing.T, *Web)) {
	for _, o := range sizes {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) { f(t, NewWeb(o)) })
	}
}

func TestSameSeedSameWeb(t *testing.T) {
	a, b, other := NewWeb(Options{Seed: 7}), NewWeb(Options{Seed: 7}), NewWeb(Options{Seed: 8})
	if !slices.Equal(a.URLs(), b.URLs()) || !slices.Equal(a.Seeds(), b.Seeds()) || !slices.Equal(a.Hosts(), b.Hosts()) {
		t.Fatal("the same seed gave other URLs")
	}
	if !slices.Equal(slices.Collect(a.Arcs()), slices.Collect(b.Arcs())) {
		t.Error("the same seed gave other arcs")
	}
	urls := a.URLs()
	slices.Reverse(urls) // answers do not depend on the order of asking
	for _, u := range urls {
		b.Answer(u)
	}
	for _, u := range a.URLs() {
		s1, h1, b1, _ := a.Answer(u)
		s2, h2, b2, _ := b.Answer(u)
		if s1 != s2 || !slices.Equal(h1, h2) || !bytes.Equal(b1, b2) {
			t.Fatalf("the same seed gave another answer to %s", u)
		}
	}
	if slices.Equal(a.URLs(), other.URLs()) {
		t.Error("another seed gave the same URLs")
	}
}

// References are written in every way that means the same: among those of a Web each form is found, and in about the
// share that it is to have.
func TestFormsOfReferences(t *testing.T) {
	w := NewWeb(Options{Pages: 4000, Seed: 6})
	count, all := map[string]int{}, 0
	attribute := regexp.MustCompile(`(?s)<a [^>]*href="([^"]*)"`)
	for _, u := range w.URLs() {
		_, _, body, _ := w.Answer(u)
		for _, m := range attribute.FindAllSubmatch(body, -1) {
			all++
			ref := string(m[1])
			for form, is := range map[string]bool{
				"with blanks": ref != strings.TrimSpace(ref), "fragment": strings.Contains(ref, "#part-"), "top": ref == "#top",
				"scheme left out": strings.HasPrefix(ref, "//"), "path": strings.HasPrefix(ref, "/") && !strings.HasPrefix(ref, "//"),
				"absolute": strings.HasPrefix(ref, "http"), "relative": !strings.Contains(ref, ":") && !strings.HasPrefix(strings.TrimSpace(ref), "/") && !strings.HasPrefix(ref, "#"),
				"upper-case scheme": strings.HasPrefix(ref, "HTTP"), "default port": strings.Contains(ref, ":80/"), "dots": strings.Contains(ref, "/x/../"),
			} {
				if is {
					count[form]++
				}
			}
		}
	}
	for form, share := range map[string][2]float64{
		"with blanks": {0.005, 0.04}, "fragment": {0.02, 0.1}, "top": {0.0002, 0.05}, "scheme left out": {0.003, 0.1}, "path": {0.1, 0.7}, "absolute": {0.1, 0.7}, "relative": {0.05, 0.5},
		"upper-case scheme": {0.001, 0.05}, "default port": {0.001, 0.05}, "dots": {0.001, 0.05},
	} {
		if got := float64(count[form]) / float64(all); got < share[0] || got > share[1] {
			t.Errorf("%s: %.4f of %d references, want %g to %g", form, got, all, share[0], share[1])
		}
	}
}

func TestEveryURLIsAnswered(t *testing.T) {
	eachSize(t, func(t *testing.T, w *Web) {
		urls := w.URLs()
		if len(urls) != w.opts.Pages {
			t.Errorf("%d URLs, want %d", len(urls), w.opts.Pages)
		}
		seen := map[string]bool{}
		for _, u := range urls {
			if seen[u] {
				t.Errorf("%s stands twice", u)
			}
			seen[u] = true
			if c, err := weburl.Parse(u); err != nil || c != u {
				t.Errorf("%s is not canonical: %s, %v", u, c, err)
			}
			status, header, body, ok := w.Answer(u)
			if !ok || status < 200 || len(header) == 0 || status == 200 && len(body) == 0 {
				t.Errorf("%s: status %d, %d header fields, %d bytes, %v", u, status, len(header), len(body), ok)
			}
		}
		for _, s := range w.Seeds() {
			if !seen[s] {
				t.Errorf("seed %s is not among the URLs", s)
			}
		}
	})
}

func TestWhoIsNotServed(t *testing.T) {
	w := NewWeb(Options{Pages: 500})
	if status, _, _, ok := w.Answer("http://" + w.Hosts()[0] + "/no-such-page"); status != 404 || !ok {
		t.Errorf("unknown page of a served host: %d, %v; want 404", status, ok)
	}
	ghosts := 0
	for a := range w.Arcs() {
		if _, _, _, ok := w.Answer(a.To); !ok {
			ghosts++
		}
	}
	if ghosts < 10 {
		t.Errorf("%d links to hosts that are not served, want some", ghosts)
	}
	for _, u := range []string{"https://" + w.Hosts()[0] + "/", "http://example.com/", "", "http://"} {
		if _, _, _, ok := w.Answer(u); ok {
			t.Errorf("%q is answered", u)
		}
	}
}

// The links that package links reads out of the answers are the arcs, occurrence by occurrence, in order.
func TestArcsAreWhatIsRead(t *testing.T) {
	eachSize(t, func(t *testing.T, w *Web) {
		var want, got []Arc
		want = slices.Collect(w.Arcs())
		bad := 0
		for _, u := range w.URLs() {
			n := 0
			got, n = appendRead(t, got, w, u)
			bad += n
		}
		if bad > 0 {
			t.Errorf("%d links do not parse", bad)
		}
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("arc %d:\n got %+v\nwant %+v", i, got[i], want[i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d arcs read, want %d", len(got), len(want))
		}
	})
}

// appendRead appends the arcs in the answer to u, read as an importer reads them.
func appendRead(t *testing.T, arcs []Arc, w *Web, u string) ([]Arc, int) {
	_, header, body, _ := w.Answer(u)
	p := links.Document{URL: []byte(u)}
	for _, f := range header {
		switch f[0] {
		case "Content-Type":
			p.ContentType = f[1]
		case "Location":
			to, err := weburl.Resolve(u, f[1])
			if err != nil {
				t.Errorf("location of %s: %v", u, err)
			}
			arcs = append(arcs, Arc{From: u, To: to, Kinds: kinds.Redirect})
		case "Link":
			p.Header.Link = append(p.Header.Link, f[1])
		case "Refresh":
			p.Header.Refresh = append(p.Header.Refresh, f[1])
		case "X-Robots-Tag":
			p.Header.Robots = append(p.Header.Robots, f[1])
		}
	}
	if links.IsHTML(p.ContentType, body) {
		p.Body = body
	}
	var x links.Extractor
	info, err := x.Extract(p, func(l links.Reference) {
		arcs = append(arcs, Arc{From: u, To: string(l.URL), Kinds: l.Kinds, Anchor: string(l.Anchor)})
	})
	if err != nil {
		t.Errorf("%s: %v", u, err)
	}
	return arcs, info.Bad + info.TooLong
}

// What the package comment promises is there, also in the smallest Web.
func TestWhatAWebHolds(t *testing.T) {
	eachSize(t, func(t *testing.T, w *Web) {
		var have [ghost + 1]int
		for i := range w.pages {
			have[w.pages[i].kind]++
		}
		for k, n := range have {
			if n == 0 && pageKind(k) != widget { // the least Webs have too few turns to come to these
				t.Errorf("no page of kind %d", k)
			}
		}
		all := map[kinds.Set]int{}
		for a := range w.Arcs() {
			all[a.Kinds]++
		}
		for _, k := range []kinds.Set{
			kinds.Link, kinds.Link | kinds.Nofollow, kinds.Embed, kinds.Redirect, kinds.Refresh, kinds.Canonical, kinds.Alternate, kinds.Next, kinds.Prev,
		} {
			if all[k] == 0 {
				t.Errorf("no arc of kind %v", k)
			}
		}
		domains := map[string]bool{}
		for _, h := range w.Hosts() {
			key, err := weburl.AppendKey(nil, []byte("http://"+h+"/"))
			if err != nil {
				t.Fatal(err)
			}
			domain := weburl.DomainName(key)
			domains[domain] = true
			if !strings.HasSuffix(domain, ".test") && !strings.HasSuffix(domain, ".example") {
				t.Errorf("host %s is of domain %s, which might exist", h, domain)
			}
		}
		if len(domains) < 5 || len(domains) >= len(w.Hosts()) {
			t.Errorf("%d domains and %d hosts, want some domains of several hosts", len(domains), len(w.Hosts()))
		}
	})
}

// Some articles have what only some are to have, in about the share that they are to have it.
func TestAdornedArticles(t *testing.T) {
	w := NewWeb(Options{Pages: 6000, Seed: 9})
	count, all := map[string]int{}, 0
	for i := range w.pages {
		p := &w.pages[i]
		if p.kind != article {
			continue
		}
		all++
		has := map[string]bool{}
		dirs := map[int32]bool{}
		for _, l := range slices.Concat(p.head, p.fields, p.body) {
			self := l.to == int32(i)
			has["canonical in the head"] = has["canonical in the head"] || l.kinds == kinds.Canonical && l.place == inHead && self
			has["canonical in a field"] = has["canonical in a field"] || l.kinds == kinds.Canonical && l.place == inLink && self
			has["frame"] = has["frame"] || l.place == inIframe && l.kinds == kinds.Embed
			has["map"] = has["map"] || l.place == inMap
			has["back to top"] = has["back to top"] || l.text == "Back to top" && self
			has["first page"] = has["first page"] || l.text == "our first page" && l.to == w.hosts[p.host].home
			has["spam"] = has["spam"] || l.kinds&kinds.Nofollow != 0
			if l.place == inMap {
				dirs[l.to] = true
			}
		}
		for _, d := range w.hosts[p.host].dirs {
			if has["map"] && !dirs[d] {
				t.Errorf("the map of %s lacks %s", p.url, w.pages[d].url)
			}
		}
		for what, is := range has {
			if is {
				count[what]++
			}
		}
	}
	for what, want := range map[string]float64{"canonical in the head": 0.10, "canonical in a field": 0.03, "frame": 0.02, "map": 0.03, "back to top": 0.05, "first page": 0.05, "spam": 0.02} {
		if got := float64(count[what]) / float64(all); got < want/3 || got > want*2 {
			t.Errorf("%s: %.4f of %d articles, want about %.2f", what, got, all, want)
		}
	}
}

// In-degrees have a heavy tail: few pages get a large part of the links that articles draw.
func TestInDegreesAreHeavyTailed(t *testing.T) {
	w := NewWeb(Options{Pages: 6000, Seed: 9})
	in := make([]int, w.served)
	total := 0
	for i := range w.served {
		for _, to := range w.pages[i].related {
			in[to]++
			total++
		}
	}
	slices.Sort(in)
	slices.Reverse(in)
	top := 0
	for _, d := range in[:len(in)/100] {
		top += d
	}
	median := in[len(in)/2]
	t.Logf("largest %d, median %d, the top hundredth has %d of %d", in[0], median, top, total)
	if in[0] < 50*max(1, median) || top*100 < 15*total {
		t.Errorf("in-degrees are too even: largest %d, median %d, the top hundredth has %d of %d", in[0], median, top, total)
	}
}

func TestQuick(t *testing.T) {
	start := time.Now()
	w := NewWeb(Options{})
	made := time.Since(start)
	size := 0
	for _, u := range w.URLs() {
		_, _, body, _ := w.Answer(u)
		size += len(body)
	}
	t.Logf("made in %v, %d bytes of answers written in %v", made, size, time.Since(start)-made)
	if made > time.Second {
		t.Errorf("making the Web took %v, want well under a second", made)
	}
}

func BenchmarkNewWeb(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		NewWeb(Options{})
	}
}
