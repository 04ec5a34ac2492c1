package links

import (
	"strings"
	"testing"
)

// Names are known in any case, and no others: none that is a letter longer or shorter, or has another letter.
func TestKnownNames(t *testing.T) {
	wantElements := map[string]element{
		"a": elemA, "area": elemArea, "base": elemBase, "frame": elemFrame, "iframe": elemIframe, "img": elemImg, "link": elemLink, "meta": elemMeta, "noembed": elemNoembed, "noframes": elemNoframes,
		"plaintext": elemPlaintext, "script": elemScript, "style": elemStyle, "textarea": elemTextarea, "title": elemTitle, "xmp": elemXmp,
		"svg": elemRoot, "math": elemRoot,
	}
	wantAttributes := map[string]attribute{
		"alt": attrAlt, "charset": attrCharset, "content": attrContent, "href": attrHref, "http-equiv": attrHTTPEquiv, "name": attrName, "property": attrProperty, "rel": attrRel, "src": attrSrc, "title": attrTitle, "xlink:href": attrXLinkHref,
	}
	if len(wantAttributes) != int(numAttrs) {
		t.Errorf("%d attributes, want %d", len(wantAttributes), numAttrs)
	}
	each := func(name string, check func(name string)) {
		for i := range len(name) + 1 {
			for _, c := range []string{"", "x", "a", "E", "-", "\x00", "\xe9"} {
				check(name[:i] + c + name[i:])
				check(name[:max(0, i-1)] + c + name[i:])
			}
		}
		check(strings.ToUpper(name))
		check(strings.ToUpper(name[:1]) + name[1:])
		check(strings.ReplaceAll(strings.ToUpper(name), "-", "\r")) // as - with one bit less
	}
	for name := range wantElements {
		each(name, func(name string) {
			want, ok := wantElements[strings.ToLower(name)]
			if !ok {
				want = other
			}
			if got := elements.find([]byte(name), other); got != want {
				t.Errorf("the element %q: got %d, want %d", name, got, want)
			}
		})
	}
	for name := range wantAttributes {
		each(name, func(name string) {
			want, ok := wantAttributes[strings.ToLower(name)]
			if !ok {
				want = numAttrs
			}
			if got := attributes.find([]byte(name), numAttrs); got != want {
				t.Errorf("the attribute %q: got %d, want %d", name, got, want)
			}
		})
	}
}

// Where a refresh leads, by the shared declarative refresh steps of the HTML Standard; "-" is nowhere.
func TestRefreshes(t *testing.T) {
	for text, want := range map[string]string{
		"5;url=next": "next", "0; URL = next": "next", " 5 , url=next": "next", "5 next": "next", "5\turl=next": "next", "5;next": "next", ".5;url=a": "a", "1.5.;url=a": "a", "5;;a": ";a",
		"5;url='a b'c": "a b", `5;url="a`: "a", `5;"a"`: "a", "5;'a": "a", "5;url=": "", "5;url='": "",
		"5;u": "u", "5;ur": "ur", "5;uri": "uri", "5;url": "url", "5;url x": "url x", "5;urlx=1": "urlx=1", "5;U'": "U'", "5;url\n=\na": "a",
		"": "-", "5": "-", "5;": "-", "5 ; ": "-", "5,": "-", "5x;url=a": "-", "url=a": "-", ";url=a": "-", "-5;url=a": "-", "x": "-", " ": "-", "5'a'": "-",
	} {
		got, ok := RefreshURL(text)
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
