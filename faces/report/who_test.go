package report

import (
	"bytes"
	"strings"
	"testing"
)

// TestTitles shows titles of pages as text, and keeps fewer rows unfolded as each takes two lines.
func TestTitles(t *testing.T) {
	d := sample(t)
	pages := d.Standings.Pages
	pages[0].Title = `<script>alert(1)</script> & "quotes" ` + strings.Repeat("long ", 40)
	pages[1].Title = "right\u202eto left"
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		`<span class="title"><bdi>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;quotes&#34; long`, "…</bdi></span>",
		`right\u202eto left`, "8 more pages",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "\u202e") {
		t.Error("a title stands in the page as it came")
	}
}
