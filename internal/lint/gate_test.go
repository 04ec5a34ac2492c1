package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A gate runs functions of .ci/common in a small repository, with a cache of its own.
type gate struct {
	*testing.T
	common, clone, cache string
	objects              string // what the go command has compiled
}

// run runs a script of bash in the clone after it has sourced .ci/common, and returns its output.
func (g gate) run(script string) (string, error) {
	cmd := exec.Command("bash", "-c", "set -euo pipefail\n. \"$COMMON\"\n"+script)
	cmd.Dir = g.clone
	cmd.Env = append(os.Environ(), "COMMON="+g.common, "XDG_CACHE_HOME="+g.cache, "GOCACHE="+g.objects, "WEFT_RACE=skip", "CI=", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// do runs a script that must end well.
func (g gate) do(script string) string {
	g.Helper()
	out, err := g.run(script)
	if err != nil {
		g.Fatalf("%s: %v\n%s", script, err, out)
	}
	return out
}

// copied returns the files of the fixed place, each with its content.
func (g gate) copied() string {
	g.Helper()
	return g.do(`cd "$kept/weft" && grep -r '' . | sort`)
}

func newGate(t *testing.T) gate {
	t.Helper()
	common, err := filepath.Abs(filepath.Join(repository, ".ci", "common"))
	if err != nil {
		t.Fatal(err)
	}
	objects, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	g := gate{t, common, t.TempDir(), t.TempDir(), strings.TrimSpace(string(objects))}
	g.do(`git init -q && printf 'ignored\n' >.gitignore && printf 'one\n' >a && printf 'two\n' >b
		git add . && git -c user.name=a -c user.email=a@localhost commit -qm first`)
	return g
}

// TestGateCopiesSources copies a clone to the fixed place of the gate: with what is not committed, without what is ignored or
// gone, whatever an earlier gate left there. A second gate at the same time may not.
func TestGateCopiesSources(t *testing.T) {
	if !needFlock(t) {
		return
	}
	g := newGate(t)
	g.do(`printf 'new\n' >c; printf 'no\n' >ignored; printf 'changed\n' >a; copy_sources`)
	if got, want := g.copied(), "./.gitignore:ignored\n./a:changed\n./b:two\n./c:new\n"; got != want {
		t.Errorf("the copy is\n%sexpected\n%s", got, want)
	}
	before := g.do(`stat -c %y "$kept/weft/b"`)
	// A gate that was killed, and tests that wrote beside their files.
	g.do(`cd "$kept" && touch now now.lock index.lock && printf 'spoilt\n' >weft/a && mkdir weft/d && printf 'left\n' >weft/d/e`)
	g.do(`rm c; copy_sources`)
	if got, want := g.copied(), "./.gitignore:ignored\n./a:changed\n./b:two\n"; got != want {
		t.Errorf("the second copy is\n%sexpected\n%s", got, want)
	}
	if after := g.do(`stat -c %y "$kept/weft/b"`); after != before {
		t.Errorf("a file that is the same was written again: %s, before %s", after, before)
	}
	if out := g.do(`git status --porcelain`); out != " M a\n" {
		t.Errorf("the clone has changed: %q", out)
	}
	if out, err := g.run(`copy_sources; COMMON=$COMMON bash -c '. "$COMMON"; copy_sources' || exit 1`); err == nil {
		t.Errorf("two gates use the same copy\n%s", out)
	}
}

// needFlock reports whether there is flock. Without it the gate runs in its own folder.
func needFlock(t *testing.T) bool {
	t.Helper()
	_, err := exec.LookPath("flock")
	if err != nil {
		t.Log("there is no flock: without it the gate runs in its own folder")
	}
	return err == nil
}

// TestGateMendsItsIndex copies a clone beside a damaged index of the fixed place.
func TestGateMendsItsIndex(t *testing.T) {
	if !needFlock(t) {
		return
	}
	g := newGate(t)
	g.do(`copy_sources`)
	for _, damage := range []string{`printf 'spoilt\n' >index`, `: >index`, `truncate -s -30 index`, `rm index`} {
		g.do(`cd "$kept" && ` + damage + ` && printf 'spoilt\n' >weft/a && printf 'left\n' >weft/d`)
		g.do(`copy_sources`)
		if got, want := g.copied(), "./.gitignore:ignored\n./a:one\n./b:two\n"; got != want {
			t.Errorf("%s: the copy is\n%sexpected\n%s", damage, got, want)
		}
	}
}

// TestGateFreesItsLock takes the lock of a gate that was killed and whose child still runs, and of one that could not copy.
func TestGateFreesItsLock(t *testing.T) {
	if !needFlock(t) {
		return
	}
	g := newGate(t)
	child := filepath.Join(t.TempDir(), "child")
	t.Cleanup(func() { g.do(`kill "$(cat ` + child + `)"`) })
	if out, err := g.run(`copy_sources; sleep 100 >/dev/null 2>&1 & printf '%s' $! >` + child + `; kill -9 $$`); err == nil {
		t.Fatalf("the gate was not killed:\n%s", out)
	}
	g.do(`copy_sources`)
	g.do(`cd "$kept"; if copy_sources; then printf 'copied what is no repository\n'; exit 1; fi
		cd "$OLDPWD"; COMMON=$COMMON bash -c '. "$COMMON"; copy_sources'`)
}

// TestGateCopiesInPlace copies a clone to a folder: without what is ignored or gone; and a folder that is no clone.
func TestGateCopiesInPlace(t *testing.T) {
	g := newGate(t)
	copied := g.do(`printf 'new\n' >'c d'; printf 'no\n' >ignored; rm a; mkdir "$kept-copy"; copy_to "$kept-copy"; cd "$kept-copy"; grep -r '' . | sort`)
	if want := "./.gitignore:ignored\n./b:two\n./c d:new\n"; copied != want {
		t.Errorf("the copy is\n%sexpected\n%s", copied, want)
	}
	again := g.do(`mkdir "$kept-again"; cd "$kept-copy"; copy_to "$kept-again"; cd "$kept-again"; grep -r '' . | sort`)
	if again != copied {
		t.Errorf("the copy of the copy is\n%sexpected\n%s", again, copied)
	}
}

// TestGateFails runs tests that fail, skip and do not compile: the gate prints a line for each package, says what failed, and
// its status is that of the go command.
func TestGateFails(t *testing.T) {
	g := newGate(t)
	g.do(`printf 'module m\n\ngo 1.26\n' >go.mod; mkdir good bad broken .ci
		printf 'package good\nimport "testing"\nfunc TestGood(t *testing.T) { t.Log("said") }\n' >good/a_test.go
		printf 'package bad\nimport "testing"\nfunc TestBad(t *testing.T) { t.Error("what is wrong") }\n' >bad/a_test.go
		printf 'package broken\nfunc f() int {}\n' >broken/a_test.go
		cp "$(dirname "$COMMON")/failures.awk" .ci/`)
	if out, err := g.run(`run_tests log ./good`); err != nil || !strings.HasPrefix(out, "ok  \tm/good\t") || strings.Contains(out, "said") {
		t.Errorf("a package that passes: %v, %q", err, out)
	}
	for _, name := range []string{"bad", "broken"} {
		out, err := g.run(`run_tests log ./good ./` + name + `; printf 'went on\n'`)
		if err == nil || strings.Contains(out, "went on") || !strings.Contains(out, "FAIL\tm/"+name) || !strings.Contains(out, "ok  \tm/good") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if _, said, _ := strings.Cut(out, "== what failed"); name == "bad" && !strings.Contains(said, "what is wrong") {
			t.Errorf("the end does not say what failed:\n%s", out)
		}
	}
}

// TestGateKnowsTargets finds the targets for fuzzing, and their keys: with a corpus and without. A change of the corpus, and of a
// function in an imported package, gives another key.
func TestGateKnowsTargets(t *testing.T) {
	g := newGate(t)
	g.do(`printf 'module weft\n\ngo 1.26\n' >go.mod; mkdir -p one two/testdata/fuzz near far
		printf 'package far\n\nfunc Far() int { return 1 }\n' >far/a.go
		printf 'package near\n\nimport "weft/far"\n\n//go:noinline\nfunc Near() int { return far.Far() }\n' >near/a.go
		printf 'package one\nimport "weft/near"\nfunc One() int { return near.Near() }\n' >one/a.go
		printf 'package one\nimport "testing"\nfunc FuzzOne(f *testing.F) { One() }\n' >one/a_test.go
		printf 'package two\nimport "testing"\nfunc FuzzTwo(f *testing.F) {}\n' >two/a_test.go
		printf 'x\n' >two/testdata/fuzz/x`)
	if got := g.do(`fuzz_targets`); got != "one FuzzOne\ntwo FuzzTwo\n" {
		t.Errorf("targets:\n%s", got)
	}
	keys := func(script string) []string {
		t.Helper()
		lines := strings.Split(g.do(script+`fuzz_keys ./one ./two`), "\n")
		if len(lines) != 3 || !strings.HasPrefix(lines[0], "one ") || !strings.HasPrefix(lines[1], "two ") {
			t.Fatalf("expected a key of one and a key of two: %q", lines)
		}
		return lines
	}
	before := keys("")
	for _, change := range []struct {
		what, script string
		one, two     bool // whether the key of one, of two changes
	}{
		{"nothing", "", false, false},
		{"the corpus of two", "printf 'y\n' >two/testdata/fuzz/x; ", false, true},
		{"the imported package", "sed -i 's/{ return/{ println(); return/' near/a.go; ", true, false},
		{"a package that the imported one imports", "sed -i 's/return 1/println(); return 2/' far/a.go; ", true, false},
	} {
		after := keys(change.script)
		if (after[0] != before[0]) != change.one || (after[1] != before[1]) != change.two {
			t.Errorf("keys before a change of %s: %q, after: %q", change.what, before, after)
		}
		before = after
	}
}
