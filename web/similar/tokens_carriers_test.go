package similar

import "testing"

// Two pages differ where a reader sees something else, and are equal where only their own addresses and dates differ.
func TestCarriers(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		differ bool
	}{
		{"<img data-src=/m/1.jpg>", "<img data-src=/m/2.jpg>", true},
		{"<img data-original=/m/a>", "<img data-original=/m/b>", true},
		{"<div data-full=/m/x.webp>", "<div data-full=/m/y.webp>", true},
		{"<iframe src=//player/1>", "<iframe src=//player/2>", true},
		{"<iframe src=/frame/1>", "<iframe src=/frame/2>", false},
		{"<a href=https://one.example/>x</a>", "<a href=https://two.example/>x</a>", true},
		{"<a href=magnet:?xt=1>x</a>", "<a href=magnet:?xt=2>x</a>", true},
		{"<a href=magnet:?xt=urn:btih:0123456789abcdef>x</a>", "<a href=magnet:?xt=urn:btih:1123456789abcdef>x</a>", true},
		{"<a href=https://x.example/commit/0123456789abcdef>x</a>", "<a href=https://x.example/commit/1123456789abcdef>x</a>", true},
		{"<a href=https://x.example/?sid=0123456789abcdef>x</a>", "<a href=https://x.example/?sid=1123456789abcdef>x</a>", false},
		{"<a href=//x.example:80/?sid=0123456789abcdef>x</a>", "<a href=//x.example:80/?sid=1123456789abcdef>x</a>", false},
		{"<a href=/other/1>x</a>", "<a href=/other/2>x</a>", false},
		{"<a href=http://h/other/1>x</a>", "<a href=http://h/other/2>x</a>", false},
		{"<a href=https://x.example/?dates=20310605/20310606>x</a>", "<a href=https://x.example/?dates=20310607/20310608>x</a>", false},
		{"<a href=https://x.example/2031/06/05/>x</a>", "<a href=https://x.example/2031/06/06/>x</a>", false},
		{"<a href='https://x.example/?u=http%3A%2F%2Fh%2Fp%2F1'>x</a>", "<a href=https://x.example/elsewhere>x</a>", true},
		{"<canvas data-values=1,2,3>", "<canvas data-values=1,2,4>", true},
		{"<pre>/\\_/\\__|\n", "<pre>/\\_/\\_-|\n", true},
		{"<td class=w></td><td class=b></td>", "<td class=b></td><td class=w></td>", true},
		{"<td class=w>x</td>", "<td class=b>x</td>", false},
		{"<i class=x1></i>", "<i class=x2></i>", true},
		{"<i title='blue sky'></i>", "<i title='red sky'></i>", true},
	} {
		hashes := func(page string) (all []uint64) {
			for _, x := range readTokens("http://h/p/1", page, true).List {
				all = append(all, x.Hash)
			}
			return all
		}
		a, b := hashes(c.a), hashes(c.b)
		same := len(a) == len(b)
		for i := range min(len(a), len(b)) {
			same = same && a[i] == b[i]
		}
		if same == c.differ {
			t.Errorf("%s and %s: tokens %x and %x, want different ones: %v", c.a, c.b, a, b, c.differ)
		}
	}
	if n := len(readTokens("http://h/p/1", "<a href='https://x.example/?u=http%3A%2F%2Fh%2Fp%2F1'>", true).List); n != 0 {
		t.Errorf("a link to share the page has %d tokens, want 0", n)
	}
}

// Tokens of sessions and hashes in names of classes are codes; numbers, names and addresses of films are not.
func TestHasCode(t *testing.T) {
	for text, want := range map[string]int{ // the length from which on it has no code
		"":                         1,
		"css-3fa2b1":               7,
		"square white":             1,
		"c3 r5":                    3,
		"/embed/dQw4w9WgXcQ":       12,
		"slot?cb=0123456789abcdef": 17,
	} {
		for _, least := range []int{leastHash, leastToken} {
			if got := hasCode([]byte(text), least); got != (least < want) {
				t.Errorf("%q: a code of %d: %v", text, least, got)
			}
		}
	}
}
