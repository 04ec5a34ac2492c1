package links

import "testing"

// TestSite reads the name of a site where pages give it, in the order of their worth.
func TestSite(t *testing.T) {
	for body, want := range map[string]string{
		`<meta property="og:site_name" content="A &amp; B">`:                                            "A & B",
		`<meta name="application-name" content="App"><meta property=og:site_name content=Site>`:         "Site",
		`<meta property=og:site_name content=First><meta property=og:site_name content=Second>`:         "First",
		`<META NAME="og:site_name" CONTENT="upper">`:                                                    "upper",
		`<meta name=application-name content=App><p>text<meta name=generator content="MediaWiki 1.39">`: "App",
		`<meta property=og:title content=Title><meta name=description content=x>`:                       "",
		`<meta property=og:site_name content="">`:                                                       "",
	} {
		if got := infoOf(t, "http://a.test/b/", body); string(got.Site) != want {
			t.Errorf("%s: got %q, want %q", body, got.Site, want)
		}
	}
}

// TestSkin compares pages: those with the same style sheets and generator look alike, wherever they lie, and whatever
// else they say.
func TestSkin(t *testing.T) {
	one := infoOf(t, "http://a.test/b/c.html", `<link rel="stylesheet" href="../s.css?v=1"><link rel=stylesheet href=/t.css><meta name=generator content=WordPress><a href=x>y</a>`).Skin
	for _, c := range []struct {
		url, body string
		same      bool
	}{
		{"http://a.test/", `<meta name=generator content=WordPress><link href=t.css rel="STYLESHEET"><link rel=stylesheet href="s.css?v=2"><link rel=stylesheet href=s.css><p>other`, true},
		{"http://b.test/", `<meta name=generator content=WordPress><link rel=stylesheet href=t.css><link rel=stylesheet href=s.css>`, false},
		{"http://a.test/", `<link rel=stylesheet href=t.css>`, false},
		{"http://a.test/", `<base href="http://a.test/x/"><link rel=stylesheet href=../t.css><link rel=stylesheet href=/s.css><meta content=WordPress name=generator>`, true},
	} {
		if got := infoOf(t, c.url, c.body).Skin; got == 0 || (got == one) != c.same {
			t.Errorf("%s: skin %x beside %x", c.body, got, one)
		}
	}
	if got := infoOf(t, "http://a.test/", `<link rel=icon href=i.png><link rel=stylesheet href="">`).Skin; got != 0 {
		t.Errorf("a page without style sheets has the skin %x", got)
	}
	for n := range 200 { // a sketch of more features has four marks in increasing order
		var s skin
		s.reset()
		for i := range n {
			s.add([]byte{byte(i), byte(n)})
		}
		last, marks := uint64(0), 0
		for x := s.sketch(); x > 0; x >>= markBits {
			if m := x & (1<<markBits - 1); m <= last {
				t.Fatalf("%d features: the sketch is %x", n, s.sketch())
			}
			last = x & (1<<markBits - 1)
			marks++
		}
		if marks != min(n, skinMarks) {
			t.Errorf("%d features: %d marks", n, marks)
		}
	}
}

func infoOf(t *testing.T, url, body string) Info {
	t.Helper()
	var x Extractor
	info, err := x.Extract(Document{URL: []byte(url), ContentType: "text/html", Body: []byte(body)}, func(Reference) {})
	if err != nil {
		t.Fatal(err)
	}
	return info
}
