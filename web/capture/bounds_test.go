package capture_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/web/capture"
)

// A page whose links would take more than MaxLinks is full, holds not much more than that, and gives all links to Each.
func TestMaxLinks(t *testing.T) {
	html := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<base href=http://b.example/" + strings.Repeat("x/", 2000) + ">"
	const n = 3000
	for i := range n {
		html += fmt.Sprintf("<a href=%d>%d</a>", i, i)
	}
	uri, block := []byte("http://a.example/"), []byte(html)
	var whole capture.Reading
	if err := new(capture.Reader).Response(uri, block, &whole); err != nil || len(whole.Links) != n || whole.Full {
		t.Fatalf("without a bound: got %d links, %v", len(whole.Links), err)
	}
	const most = 1 << 20
	var p capture.Reading
	r := capture.Reader{MaxLinks: most}
	if err := r.Response(uri, block, &p); err != nil || !p.Full || p.Held() > most+most/8+64<<10 || len(p.Links) == 0 {
		t.Errorf("with a bound of %d: got %d links in %d bytes, full %v, %v", most, len(p.Links), p.Held(), p.Full, err)
	}
	var keys, want []string
	for _, l := range whole.Links {
		want = append(want, string(l.Key)+" "+string(l.Anchor)+" "+string(l.URL))
	}
	p = capture.Reading{}
	r = capture.Reader{Each: func(l *capture.Outlink) { keys = append(keys, string(l.Key)+" "+string(l.Anchor)+" "+string(l.URL)) }}
	if err := r.Response(uri, block, &p); err != nil || !slices.Equal(keys, want) || len(p.Links) != 0 || p.Held() > 128<<10 || !p.Firm {
		t.Errorf("link by link: got %d links and %d bytes held, %v; want %d", len(keys), p.Held(), err, n)
	}
}
