package livecrawl_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/livecrawl/check"
	"weft/livecrawl/folder"
)

// The crawl log and the lists of a crawl that ended have checksums: a line that is changed, cut or lost is found. What was
// appended to the crawl log since is not covered.
func TestListsHaveChecksums(t *testing.T) {
	dir := crawlToVerify(t, 40)
	folder, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := folder.Lists["log/crawl.log"]; !ok {
		t.Fatalf("the crawl log has no checksum: there are %v", folder.Lists)
	}
	for name := range folder.Lists {
		path := filepath.Join(dir, filepath.FromSlash(name))
		whole := read(t, path)
		for what, change := range map[string]func(){
			"changed": func() { writeFile(t, path, append([]byte{whole[0] ^ 1}, whole[1:]...)) },
			"cut":     func() { writeFile(t, path, whole[:len(whole)-1]) },
			"lost": func() {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			},
		} {
			change()
			if v := verify(t, dir); !slices.ContainsFunc(v.Damage, func(d check.Damage) bool { return d.File == filepath.FromSlash(name) }) {
				t.Errorf("%s, %s: found %v", name, what, v.Damage)
			}
			writeFile(t, path, whole)
		}
	}
	path := filepath.Join(dir, "log", "crawl.log")
	writeFile(t, path, append(read(t, path), "a line\n"...))
	v := verify(t, dir)
	if len(v.Damage) > 0 || !slices.ContainsFunc(v.Uncovered, func(u check.Uncovered) bool { return strings.Contains(u.Why, "last 7 bytes") }) {
		t.Errorf("a line that was appended: found %v, not covered %v", v.Damage, v.Uncovered)
	}
}
