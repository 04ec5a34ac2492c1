package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"weft/faces/serve"
)

// TestServeIndexesTexts makes the index of texts by the button of the screen of pages, and then finds a word. A server that only
// reads has no button.
func TestServeIndexesTexts(t *testing.T) {
	site := newChangingSite(t)
	dir := site.crawled(t)
	const pages, button = "/c/site/pages", "Make the texts of the pages searchable"
	if _, text := serveJobs(t, serve.Options{Crawls: []string{dir}, ReadOnly: true}).get(pages); strings.Contains(text, button) {
		t.Errorf("a server that only reads offers an index: %s", text)
	}
	c := serveJobs(t, serve.Options{Crawls: []string{dir}})
	if _, text := c.get(pages + "?text=410"); !strings.Contains(text, button) {
		t.Fatalf("no button: %s", text)
	}
	status, text, at := c.post(pages, "/c/site/texts", url.Values{})
	if status != http.StatusOK || !strings.HasPrefix(at, "/c/site/jobs/") {
		t.Fatalf("status %d at %s: %s", status, at, text)
	}
	c.until(at, isState("done"))
	text = c.until(pages+"?text=title:200", `<strong role="status">4 pages</strong>`)
	if strings.Contains(text, button) {
		t.Errorf("the index is there, and offered again: %s", text)
	}
}
