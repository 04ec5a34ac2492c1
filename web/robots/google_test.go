package robots

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"weft/internal/shared"
)

// rfcDiffers are the lines of Google's cases whose answer is another by RFC 9309, and why.
var rfcDiffers = map[int]string{
	7:  "a line without colon is no rule",
	67: "%62%61%7A is baz (section 2.2.2)",
	79: "Allow: /dir/index.html says nothing of /dir/",
	84: "the RFC cuts no line: the rule is longer than the path",
	87: "the RFC cuts no line: the rule for /x/bbb… ends in /qux",
}

// The 146 cases of Google's parser (google/robotstxt, robots_test.cc).
func TestGoogleCases(t *testing.T) {
	f, err := os.Open(shared.File(t, "crawler-cases", "google-robots-cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	sc := bufio.NewScanner(f)
	for sc.Buffer(nil, 1<<20); sc.Scan(); {
		n++
		var c struct {
			Robots, Agent, URL string
			Allowed            bool
		}
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		path := pathOf(c.URL)
		if got := Parse([]byte(c.Robots), Options{Google: true}).Allowed(c.Agent, path); got != c.Allowed {
			t.Errorf("line %d: %q may fetch %.60q: got %v, want %v, of\n%.300s", n, c.Agent, c.URL, got, c.Allowed, c.Robots)
		}
		_, differs := rfcDiffers[n]
		if got := Parse([]byte(c.Robots), Options{}).Allowed(c.Agent, path); (got != c.Allowed) != differs {
			t.Errorf("line %d: %q may fetch %.60q by the RFC: got %v, Google %v, known to differ: %v, of\n%.300s", n, c.Agent, c.URL, got, c.Allowed, differs, c.Robots)
		}
	}
	if n != 146 || sc.Err() != nil {
		t.Errorf("%d cases were read, want 146: %v", n, sc.Err())
	}
}

// pathOf returns path, query and fragment of a URL.
func pathOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		return rest[i:]
	}
	return ""
}
