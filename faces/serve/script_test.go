package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/shared"
)

// scriptTool builds the scripts.
const scriptTool = "../../tools/script.sh"

// TestScriptsAreFresh compares the sources of the scripts, and the built files, with the checksums of their build.
func TestScriptsAreFresh(t *testing.T) {
	var built []string
	for _, name := range filesIn(t, scriptDir) {
		if filepath.Ext(name) == ".js" {
			built = append(built, scriptDir+"/"+name)
		}
	}
	sources := []string{"script/package.json", "script/package-lock.json"}
	err := filepath.WalkDir("script/src", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			sources = append(sources, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for list, x := range map[string]struct {
		in    string
		paths []string
	}{"sources.txt": {"script/", sources}, "results.txt": {"script/dist/", built}} {
		want, err := os.ReadFile("script/dist/" + list)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, path := range x.paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(text)
			got = append(got, hex.EncodeToString(sum[:])+"  "+strings.TrimPrefix(filepath.ToSlash(path), x.in))
		}
		slices.Sort(got)
		lines := strings.Split(strings.TrimSpace(string(want)), "\n")
		slices.Sort(lines)
		if !slices.Equal(got, lines) {
			t.Errorf("script/dist/%s does not agree with the files: tools/script.sh build builds the scripts again", list)
		}
	}
}

// TestScriptsAreBuilt builds the scripts again, and compares the result with the repository, byte by byte.
func TestScriptsAreBuilt(t *testing.T) {
	shared.Outside()
	if out, err := exec.Command("bash", scriptTool, "check").CombinedOutput(); err != nil {
		t.Skipf("tools/script.sh check: %v: %s", err, out)
	}
	dir := t.TempDir()
	if out, err := exec.Command("bash", scriptTool, "build", dir).CombinedOutput(); err != nil {
		t.Fatalf("tools/script.sh build: %v: %s", err, out)
	}
	got, want := filesIn(t, dir), filesIn(t, "script/dist")
	if !slices.Equal(got, want) {
		t.Fatalf("a build has the files %q, the repository %q", got, want)
	}
	for _, name := range got {
		a, errA := os.ReadFile(filepath.Join(dir, name))
		b, errB := os.ReadFile(filepath.Join("script/dist", name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs from a new build (%v, %v): tools/script.sh build builds it", name, errA, errB)
		}
	}
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestScriptsAreOurs holds that no package of others is part of the scripts, so that none has a licence to ship, and that the
// lock file names no registry.
func TestScriptsAreOurs(t *testing.T) {
	text, err := os.ReadFile("script/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var p struct{ Dependencies map[string]string }
	if err := json.Unmarshal(text, &p); err != nil || len(p.Dependencies) > 0 {
		t.Errorf("package.json (%v) has dependencies %v: ship their licences in internal/licences", err, p.Dependencies)
	}
	lock, err := os.ReadFile("script/package-lock.json")
	if err != nil || bytes.Contains(lock, []byte(`"resolved"`)) || bytes.Contains(lock, []byte("http")) {
		t.Errorf("package-lock.json (%v) names a registry: .npmrc omits it", err)
	}
	for name, f := range scripts() {
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "http://", "https://"} {
			if rest := strings.ReplaceAll(f.text, "http://www.w3.org/2000/svg", ""); strings.Contains(rest, bad) {
				t.Errorf("%s has %s", name, bad)
			}
		}
	}
}

// TestScriptsAreServed serves each file of the bundle, and nothing else, as a script that a browser asks for again.
func TestScriptsAreServed(t *testing.T) {
	s := serving(t, Options{})
	for name := range scripts() {
		w := get(s, "/script/"+name)
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") || w.Body.Len() == 0 {
			t.Errorf("%s: status %d, headers %v", name, w.Code, w.Header())
		}
		r := httptest.NewRequest(http.MethodGet, "/script/"+name, http.NoBody)
		r.Host = "127.0.0.1:80"
		r.Header.Set("If-None-Match", w.Header().Get("ETag"))
		again := httptest.NewRecorder()
		s.ServeHTTP(again, r)
		if again.Code != http.StatusNotModified {
			t.Errorf("%s: status %d on the second request", name, again.Code)
		}
	}
	for _, path := range []string{"/script/", "/script/none.js", "/script/sources.txt", "/script/..%2fsrc%2fmain.js"} {
		if w := get(s, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
}
