package main

import (
	"bytes"
	"strings"
	"testing"

	"weft/crawl/polite"
	"weft/livecrawl"
)

// The lines of progress count pages that wait in the queues of hosts, as the screen of weft crawl and weft serve do.
func TestWaitingPages(t *testing.T) {
	var out bytes.Buffer
	a := &app{stderr: &out}
	a.crawlLines(0)(livecrawl.Status{Waiting: 118, Queue: polite.Stats{Items: 118}})
	if !strings.Contains(out.String(), `"waiting":118`) {
		t.Errorf("118 pages wait, and the line says %s", out.String())
	}
}
