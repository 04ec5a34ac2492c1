package sites

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// drawnPaths draws the paths of a host, in order.
func drawnPaths(r *rand.Rand) []string {
	names := []string{"a", "b", "c-d", "~u", "v1", "en", "files", "x.y"}
	paths := map[string]bool{}
	for range 1 + r.IntN(120) {
		p := "/"
		for range r.IntN(4) {
			p += names[r.IntN(len(names))] + "/"
		}
		paths[p+[]string{"", "p", "q.html", "7", "s?t=/u/v"}[r.IntN(5)]+fmt.Sprint(r.IntN(5))] = true
	}
	var all []string
	for p := range paths {
		all = append(all, p)
	}
	slices.Sort(all)
	return all
}

// A kept folder has the pages whose path begins with it, and so many of them directly; folders of fewer than ten pages are
// kept only for users.
func TestFoldersAgainstPrefixes(t *testing.T) {
	r := drawn.Rand(t)
	for range 100 {
		f := NewFolders(0)
		hosts := make([][]string, 1+r.IntN(4))
		first := make([]int, len(hosts))
		for h := range hosts {
			hosts[h], first[h] = drawnPaths(r), len(f.order)
			f.Host()
			for _, p := range hosts[h] {
				f.Add(graph.Node(len(f.order)), []byte(p)) //nolint:gosec // small
			}
		}
		f.Done()
		for h := range hosts {
			checkFolder(t, f, f.roots[h], hosts[h], first[h], "/")
		}
	}
}

// checkFolder checks a folder and those in it against the paths of its host.
func checkFolder(t *testing.T, f *Folders, x int32, paths []string, first int, prefix string) {
	t.Helper()
	n := f.nodes[x]
	lo := slices.IndexFunc(paths, func(p string) bool { return strings.HasPrefix(p, prefix) })
	count, own, within := 0, 0, map[string]int{}
	for i, p := range paths {
		if !strings.HasPrefix(p, prefix) {
			continue
		}
		count++
		rest, _, _ := strings.Cut(p[len(prefix):], "?")
		name, _, deeper := strings.Cut(rest, "/")
		if deeper {
			within[name]++
		} else {
			own++
		}
		if got := f.isOwn(x, uint32(first+i)); got == deeper { //nolint:gosec // small
			t.Fatalf("%s directly in %s: %v", p, prefix, got)
		}
	}
	if int(n.lo) != first+lo || int(n.hi) != first+lo+count || int(n.own) != own || int(n.folders) != len(within) {
		t.Fatalf("%s: %+v, want %d pages from %d, %d directly, %d folders", prefix, n, count, first+lo, own, len(within))
	}
	kept := 0
	for k := n.first; k >= 0; k = f.nodes[k].next {
		kept++
		path := paths[int(f.nodes[k].lo)-first]
		name, _, _ := strings.Cut(path[len(prefix):], "/")
		checkFolder(t, f, k, paths, first, prefix+name+"/")
	}
	for name, pages := range within {
		if pages >= leastUnit || name == "~u" {
			kept--
		}
	}
	if kept != 0 {
		t.Fatalf("%s: %d folders too many are kept", prefix, kept)
	}
}

func TestKindsOfNames(t *testing.T) {
	for name, want := range map[string]kind{
		"docs": plain, "a": plain, "sqlite": plain, "index.php": plain, "wiki": plain, "news-2024": plain, "~": plain, "face": plain, "html": plain,
		"~jo": user, "12": unnamed, "2024-01-31": unnamed, "1.81.0": unnamed, "v2": unnamed, "4.9.11rc1": unnamed,
		"en": unnamed, "pt-BR": unnamed, "zh_Hant": unnamed, "deadbeef01": unnamed, "latest": unnamed, "Stable": unnamed,
		"e": plain, "e1": plain, "1e": unnamed, "en1": plain, "en-": plain, "en-B": plain, "en-GB": unnamed, "en-Latin": plain, "en.GB": plain, "e-GB": plain, "en-G1": plain, "eng-GB": plain, "zh-hans": unnamed,
		"abcdef0": plain, "abcdef01": unnamed, "abcdefg1": plain, "DEADBEEF": unnamed, "7.html": unnamed, ".html": plain, "abcdef01.html": unnamed,
		"v": plain, "v.1": plain, "V3": unnamed, "1-2rcx": unnamed, "1-2rcxy": plain, "1.2rcxy": unnamed, "1 2": plain, "3_1-4": unnamed, "u2": plain, "~~": user,
	} {
		if got := kindOf(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// The URLs of a host say nothing where nine of ten of its pages or more are named by numbers, of fifty or more, and no
// folder is kept.
func TestOpaqueHosts(t *testing.T) {
	for _, c := range []struct {
		numbers, words int
		folder         bool
		want           kind
	}{
		{50, 0, false, opaque},
		{49, 0, false, plain},
		{45, 5, false, opaque},
		{44, 6, false, plain},
		{90, 10, false, opaque},
		{89, 11, false, plain},
		{46, 4, false, opaque},
		{1000, 0, true, plain},
		{0, 60, false, plain},
	} {
		var paths []string
		for i := range c.numbers {
			paths = append(paths, fmt.Sprintf("/%05d", i))
		}
		for i := range c.words {
			paths = append(paths, fmt.Sprintf("/word-%05d", i))
		}
		if c.folder {
			for i := range 20 {
				paths = append(paths, fmt.Sprintf("/z/%05d", i))
			}
		}
		slices.Sort(paths)
		f := NewFolders(0)
		f.Host()
		for i, p := range paths {
			f.Add(graph.Node(i), []byte(p)) //nolint:gosec // small
		}
		f.Done()
		if got := f.nodes[f.roots[0]].kind; got != c.want {
			t.Errorf("%d numbers, %d words, a folder: %v: got %d, want %d", c.numbers, c.words, c.folder, got, c.want)
		}
		if f.Opaque() != (c.want == opaque) {
			t.Errorf("%d numbers, %d words: says nothing: %v", c.numbers, c.words, f.Opaque())
		}
	}
}
