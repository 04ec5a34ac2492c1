package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"weft/answers/measure"
	"weft/store"
)

// allowed are the only elements and attributes that a report may have. Nothing here loads or runs anything but href, which
// TestNothingOutside looks at.
var (
	allowedElements = strings.Fields(`html head meta title style body header nav main section article footer div h1 h2 h3 p a b i bdi wbr sub small
		ul ol li dl dt dd pre code details summary figure figcaption span table caption thead tbody tr th td
		svg g path rect circle text tspan title desc`)
	allowedAttributes = strings.Fields(`lang charset name content http-equiv class id href rel title scope open download colspan tabindex role
		aria-label aria-labelledby aria-hidden viewbox viewBox preserveaspectratio preserveAspectRatio transform d x y dx dy cx cy r width height
		text-anchor font-size stroke-width stroke-opacity stroke-linecap stroke-dasharray stroke-dashoffset`)
)

// checkInert fails on everything in a page that could reach beyond it.
func checkInert(t *testing.T, root *html.Node) {
	t.Helper()
	for _, n := range elements(root) {
		if !slices.Contains(allowedElements, n.Data) {
			t.Errorf("element <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(allowedAttributes, a.Key) {
				t.Errorf("attribute %s=%q of <%s>", a.Key, a.Val, n.Data)
			}
		}
		href := attr(n, "href")
		if href == "" || n.Data == "a" && strings.HasPrefix(href, "#") {
			continue
		}
		if n.Data == "a" && attr(n, "download") != "" && checkTaken(t, href) {
			continue
		}
		outward := strings.HasPrefix(href, "http://") || strings.HasPrefix(href, "https://")
		if n.Data != "a" || !outward || attr(n, "rel") != "noopener noreferrer nofollow" {
			t.Errorf("<%s href=%q rel=%q>", n.Data, href, attr(n, "rel"))
		}
	}
}

// checkTaken checks the file in a link to take a figure away, and reports whether it is one.
func checkTaken(t *testing.T, href string) bool {
	t.Helper()
	if strings.HasPrefix(href, "data:text/csv;charset=utf-8,") {
		return true
	}
	picture, is := strings.CutPrefix(href, "data:image/svg+xml;base64,")
	if !is {
		return false
	}
	svg, err := base64.StdEncoding.DecodeString(picture)
	if err != nil {
		t.Error(err)
	}
	if err := xml.Unmarshal(svg, new(struct{ XMLName xml.Name })); err != nil {
		t.Errorf("%v: %.200s", err, svg)
	}
	root, err := html.Parse(bytes.NewReader(svg))
	if err != nil {
		t.Error(err)
	}
	own := strings.Fields("xmlns font-family fill stroke fill-opacity")
	for _, n := range elements(root) {
		if !slices.Contains(strings.Fields("html head body svg title desc path circle text"), n.Data) {
			t.Errorf("element <%s> of a picture", n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(allowedAttributes, a.Key) && !slices.Contains(own, a.Key) || a.Key == "class" || a.Key == "href" {
				t.Errorf("attribute %s=%q of <%s> of a picture", a.Key, a.Val, n.Data)
			}
		}
	}
	return true
}

func TestNothingOutside(t *testing.T) {
	page, root := render(t, sample(t))
	checkInert(t, root)
	for _, reach := range []string{"url(", "@import", "@font-face", "<script", "src=", "xlink"} {
		if strings.Contains(page, reach) {
			t.Errorf("the page has %q", reach)
		}
	}
	if strings.Contains(page, "#fe0") || strings.Contains(page, "#FE0") {
		t.Error("a colour of the plots was not replaced")
	}
}

// TestPolicy compares the policy with the one style sheet that is there, byte by byte.
func TestPolicy(t *testing.T) {
	_, root := render(t, sample(t))
	policy, styles := "", 0
	for _, n := range elements(root) {
		switch {
		case attr(n, "http-equiv") == "Content-Security-Policy":
			policy = attr(n, "content")
		case n.Data == "style":
			styles++
			sum := sha256.Sum256([]byte(n.FirstChild.Data))
			if want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
				t.Errorf("policy %q lacks %q", policy, want)
			}
		}
	}
	if styles != 1 || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("%d style sheets, policy %q", styles, policy)
	}
}

// TestHostile puts what strangers may write into every text of a report.
func TestHostile(t *testing.T) {
	base := sample(t)
	for _, evil := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `</title></style><script>alert(1)</script>`,
		`javascript:alert(1)`, `JaVaScRiPt:alert(1)//http://x/`, `data:text/html,<script>alert(1)</script>`, `vbscript:x`, "java\nscript:alert(1)",
		`http://[::1`, `https:javascript`, `//evil.example/`, `http://host/"onclick="alert(1)`, `https://user:pass@host/<b>`, "\x00\xff\u202e", `{{.Title}}`, `]]>`,
	} {
		d, degrees := base, *base.Degrees
		d.Degrees = &degrees
		d.Title, d.Generated.Version, d.Info.Path, d.Info.GraphID, d.Info.Order = evil, evil, evil, evil, evil
		d.Info.Kinds = map[string]int64{evil: 3}
		d.Info.Steps = []store.Step{{Command: evil, Version: evil, Inputs: []store.Input{{Path: evil, Format: evil, SHA256: evil}}, Notes: map[string]int64{evil: 1}}}
		d.Words = []measure.AnchorText{{Text: evil, Arcs: 3}}
		d.Links = &measure.HostLinks{
			Pairs: 20, Arcs: 5, Top: []measure.HostLink{{From: evil, To: "b", Arcs: 3}, {From: "b", To: evil, Arcs: 2}},
			Matrix: measure.HostMatrix{Rows: []measure.MatrixRow{{Host: evil, Fetched: 1, Out: 3, Shown: 3}, {Host: "b", Fetched: 1, Out: 2, Shown: 2}, {Host: "c"}}, Columns: []string{evil, "b"}, Arcs: [][]int64{{0, 3}, {2, 0}, {0, 0}}},
		}
		d.Degrees.In.Population, d.Degrees.Kinds = evil, evil
		d.Degrees.In.Fit, d.Degrees.In.FitError = nil, evil
		d.Degrees.Correlations = []measure.Correlation{{A: evil, B: evil, Population: evil, Undefined: evil}}
		tops := []measure.Top{{URL: evil, Score: 1}}
		d.Rankings = []measure.Ranking{{
			Name: evil, Kinds: evil, Form: evil, Norm: evil, Iterations: 3, Params: map[string]any{evil: evil},
			Top: tops, Authorities: tops, Hubs: tops, TopHosts: []measure.TopHost{{Host: evil, Score: 1}},
		}}
		d.Standings = &measure.Standings{Measures: []string{evil}, HostMeasure: []string{evil}, Pages: []measure.Standing{{Name: evil}, {Name: evil}}, Hosts: []measure.Standing{{Name: evil}, {Name: evil}}}
		d.Fidelity = hostileFidelity(evil)
		page, root := render(t, d)
		checkInert(t, root)
		if t.Failed() {
			t.Fatalf("with %q", evil)
		}
		if strings.Contains(page, "ZgotmplZ") {
			t.Errorf("%q reached a place where the template had to replace it", evil)
		}
	}
}

func TestLink(t *testing.T) {
	for address, want := range map[string]bool{
		"http://example.org/": true, "https://example.org:8080/a?b#c": true, "HTTP://EXAMPLE.org/": true,
		"ftp://example.org/": false, "javascript:alert(1)": false, "//example.org/": false, "example.org": false, "": false,
		"http:///path": false, "http:opaque": false, "mailto:a@b": false, "http://a b/": false,
	} {
		if got := link(address) != ""; got != want {
			t.Errorf("link(%q) is %v, want %v", address, got, want)
		}
	}
}
