package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"weft/internal/drawn"
)

// hostileText returns text with characters of every class that must not be shown as they are; but are bytes that it
// must not have.
func hostileText(random *rand.Rand, but string) string {
	classes := []func() string{
		func() string { return string(rune(1 + random.IntN(31))) },
		func() string { return "\x1b[31m" },
		func() string { return "\x7f" },
		func() string { return string(rune(0x80 + random.IntN(32))) },
		func() string { return string([]byte{byte(0x80 + random.IntN(64))}) },
		func() string {
			return string([]rune("\u202a\u202b\u202d\u202e\u2066\u2067\u200e\u200f\u061c")[random.IntN(9)])
		},
		func() string { return string([]rune("\u200b\u200d\u2060\ufeff\u00ad\u2028\u2029")[random.IntN(7)]) },
		func() string { return "<b>" },
		func() string { return "ü" },
	}
	var b strings.Builder
	for range 2 + random.IntN(6) {
		text := classes[random.IntN(len(classes))]()
		if !strings.ContainsAny(text, but) {
			b.WriteString(text)
		}
		b.WriteByte(byte('a' + random.IntN(26)))
	}
	return b.String()
}

// raw returns the first character of an output that steers a terminal, or turns or hides what is read; "" if there is none.
func raw(out, allowed string) string {
	for i, r := range out {
		_, n := utf8.DecodeRuneInString(out[i:])
		switch {
		case strings.ContainsRune(allowed, r) && n == 1:
		case r == utf8.RuneError && n == 1, unicode.IsControl(r), unicode.In(r, unicode.Bidi_Control, unicode.Cf, unicode.Zl, unicode.Zp):
			return fmt.Sprintf("%q in %q", out[i:i+n], out[max(0, i-40):min(len(out), i+40)])
		}
	}
	return ""
}

// hostileArchive is a WARC file of pages whose links, titles and texts are hostile.
func hostileArchive(random *rand.Rand) []byte {
	var b bytes.Buffer
	for i := range 30 {
		var body bytes.Buffer
		fmt.Fprintf(&body, "<title>%s</title>", hostileText(random, "\x00<"))
		for range 4 {
			fmt.Fprintf(&body, `<a href="http://h%d.example/%d/%s">%s</a>`, random.IntN(4), random.IntN(30), hostileText(random, "\x00\"<>"), hostileText(random, "\x00<"))
			fmt.Fprintf(&body, `<a href="http://h%d.example/%d">%s</a>`, random.IntN(4), random.IntN(30), hostileText(random, "\x00<"))
		}
		http := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s", body.Len(), body.String())
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h%d.example/%d\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-0000000000%02d>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			i%4, i, i, len(http), http)
	}
	return b.Bytes()
}

// TestHostile runs all commands on crawls whose names, texts and files carry what steers terminals, and looks at every
// byte that comes out.
func TestHostile(t *testing.T) {
	random := drawn.Rand(t)
	t.Chdir(t.TempDir())
	var list bytes.Buffer
	names := make([]string, 60)
	for i := range names {
		names[i] = fmt.Sprintf("http://h%d.example/%d%s", i%5, i, hostileText(random, " \t\r\n\v\f\x00\u0085\u2028\u2029\u00a0"))
		if i%3 == 0 {
			names[i] = fmt.Sprintf("n%d%s", i, hostileText(random, " \t\r\n\v\f\x00\u0085\u2028\u2029\u00a0"))
		}
	}
	for range 400 {
		fmt.Fprintf(&list, "%s\t%s\n", names[random.IntN(60)], names[random.IntN(60)])
	}
	evil := "file" + hostileText(random, "\x00/<") + "\nweft: error: forged"
	for name, data := range map[string][]byte{
		evil: list.Bytes(), "list.tsv": list.Bytes(), "pages.warc": hostileArchive(random), "bad": {0x89, 'P', 'N', 'G', 0, 1},
		"bad" + evil: []byte("\x89PNG\r\n\x1a\n\x00"), "pages.txt": []byte(names[1] + "\n"),
		"teleport": []byte(hostileText(random, "\n\r\x00") + " " + hostileText(random, "\n\r\x00") + "\n"),
	} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	weftOK := func(words ...string) { t.Helper(); hostileRun(t, words, true, "\n") }
	weftOK("import", "list.tsv", "-o", "a", "--max-bad", "100%")
	weftOK("import", evil, "-o", "b"+evil, "--max-bad", "100%")
	weftOK("import", "pages.warc", "-o", "w", "--max-bad", "100%")
	for _, crawl := range []string{"a", "b" + evil, "w"} {
		for _, line := range []string{
			"info CRAWL", "degrees CRAWL", "rank pagerank CRAWL", "rank hits CRAWL", "rank salsa CRAWL", "rank indegree CRAWL", "components CRAWL", "distances CRAWL",
			"distances CRAWL --from 0", "fidelity CRAWL", "fidelity components CRAWL", "fidelity calibrate CRAWL --sets 2", "report CRAWL", "verify CRAWL",
			"compare CRAWL w", "compare CRAWL a --rank indegree", "seeds CRAWL -k 2 --min-core 1x1 --prune none", "seeds carry CRAWL w", "seeds eval CRAWL --seeds pages.txt",
			"fidelity CRAWL --target w", "rank pagerank CRAWL --teleport teleport", "rank EVIL CRAWL", "info CRAWL --kinds EVIL", "EVIL", "degrees CRAWL --view EVIL",
			"export CRAWL --format EVIL", "extract CRAWL -o x --host EVIL", "import badEVIL -o y", "import EVIL -o b", "info EVIL", "distances CRAWL --from EVIL",
			"rank pagerank CRAWL --preference teleport", "info CRAWL --memory EVIL", "info --EVIL", "generate gnp -o EVIL/EVIL", "crawl EVIL -o z", "quotient CRAWL -o qEVIL",
			"crawl --resume EVIL", "report CRAWL -o no/EVIL/EVIL", "seeds CRAWL --sites EVIL --prune site", "degrees CRAWL --kinds EVIL", "simulate CRAWL --sets 1 --results EVIL",
		} {
			words := strings.Fields(line)
			for i, w := range words {
				words[i] = strings.ReplaceAll(strings.ReplaceAll(w, "CRAWL", crawl), "EVIL", evil)
			}
			hostileRun(t, words, false, "\n")
			hostileRun(t, append(words, "--json"), false, "\n")
		}
		for _, format := range []string{"tsv --names", "pages", "anchors --names", "graphml --force", "gexf --force"} {
			hostileRun(t, append([]string{"export", crawl, "--format"}, strings.Fields(format)...), false, "\n\t")
		}
		for _, list := range []string{"common", "only-a", "only-b", "kept", "gone", "new"} {
			hostileRun(t, []string{"compare", crawl, "w", "--list", list}, false, "\n")
		}
		page, err := os.ReadFile(crawl + "/report/index.html")
		if err != nil {
			t.Fatal(err)
		}
		if r := raw(string(page), "\n\t"); r != "" {
			t.Errorf("the report of %q has %s", crawl, r)
		}
	}
}

// hostileRun runs a command as if on a terminal, and fails on what must not come out.
func hostileRun(t *testing.T, words []string, must bool, allowed string) {
	t.Helper()
	var out, errs bytes.Buffer
	a := &app{stdin: strings.NewReader(""), stdout: &counted{Writer: &out}, stderr: &errs, onTerminal: true}
	got := a.run(words)
	if must && got != exitDone {
		t.Fatalf("weft %q: exit status %d\n%s", words, got, errs.String())
	}
	for name, text := range map[string]string{"output": out.String(), "errors": errs.String()} {
		if r := raw(text, allowed); r != "" {
			t.Errorf("weft %q: %s: %s", words, name, r)
		}
		if strings.Contains("\n"+text, "\nweft: error: forged") {
			t.Errorf("weft %q: %s: a line of ours is forged:\n%s", words, name, text)
		}
	}
}
