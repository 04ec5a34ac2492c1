package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// staged returns a release of small files in place of the program, and the names that its archives must contain.
func staged(t *testing.T) (*release, []string) {
	t.Helper()
	dir := t.TempDir()
	r := &release{
		version: "1.2.3", url: "https://example.org/weft/v1.2.3/", source: filepath.Join(dir, "source"), out: filepath.Join(dir, "out"),
		stage: filepath.Join(dir, "stage"), only: targets, project: project{"https://example.org/weft", "Jane Doe <jane@example.org>"}, when: time.Date(2026, 11, 26, 5, 51, 10, 0, time.UTC),
	}
	names := []string{"man1/weft.1", "man1/weft-crawl.1", "completion/weft.bash", "completion/_weft", "completion/weft.fish"}
	for _, name := range texts {
		write(t, filepath.Join(r.source, name), "text of "+name)
	}
	for _, name := range names {
		write(t, filepath.Join(r.stage, name), "text of "+name)
	}
	for _, target := range targets {
		write(t, filepath.Join(r.folder(target), target.program()), "program for "+target.String())
	}
	if err := os.Mkdir(r.out, 0o755); err != nil {
		t.Fatal(err)
	}
	return r, append(names, texts...)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// read returns the contents of the finished files by name.
func read(t *testing.T, r *release) map[string]string {
	t.Helper()
	files, err := os.ReadDir(r.out)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(r.out, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = string(content)
	}
	return all
}

// A file of an archive, as a reader finds it.
type unpacked struct {
	text string
	mode os.FileMode
	when time.Time
}

func untar(t *testing.T, content string) map[string]unpacked {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]unpacked{}
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" {
			t.Errorf("%s belongs to %d:%d %s, want root", h.Name, h.Uid, h.Gid, h.Uname)
		}
		all[h.Name] = unpacked{string(text), h.FileInfo().Mode(), h.ModTime.UTC()}
	}
}

func unzip(t *testing.T, content string) map[string]unpacked {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]unpacked{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = unpacked{string(text), f.Mode(), f.Modified.UTC()}
	}
	return all
}

// Each archive contains the program of its target, the texts, the manual pages and the completion scripts, all with the time of
// the commit, and only the program can be run.
func TestArchives(t *testing.T) {
	r, names := staged(t)
	if err := r.archives(t.Context()); err != nil {
		t.Fatal(err)
	}
	out := read(t, r)
	if len(out) != len(targets) {
		t.Fatalf("%d archives for %d targets", len(out), len(targets))
	}
	for _, target := range targets {
		folder := "weft_1.2.3_" + target.String()
		unpack, archive := untar, folder+".tar.gz"
		if target.system == "windows" {
			unpack, archive = unzip, folder+".zip"
		}
		files := unpack(t, out[archive])
		for _, name := range names {
			if got, want := files[folder+"/"+name], (unpacked{"text of " + name, 0o644, r.when}); got != want {
				t.Errorf("%s: %s is %+v, want %+v", folder, name, got, want)
			}
		}
		if got, want := files[folder+"/"+target.program()], (unpacked{"program for " + target.String(), 0o755, r.when}); got != want {
			t.Errorf("%s: the program is %+v, want %+v", folder, got, want)
		}
		if len(files) != len(names)+1 {
			t.Errorf("%s has %d files, want %d", folder, len(files), len(names)+1)
		}
	}
}

// Two runs in two folders, with files of other times and permissions, write the same bytes.
func TestReleasesAreReproducible(t *testing.T) {
	var runs []map[string]string
	for i := range 2 {
		r, _ := staged(t)
		if i == 1 {
			err := filepath.WalkDir(r.stage, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				return errors.Join(os.Chmod(path, 0o640), os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := r.archives(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := r.packages(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(r.formula(t.Context()), r.checksums(t.Context())); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, read(t, r))
	}
	for name, one := range runs[0] {
		if two, ok := runs[1][name]; !ok || one != two {
			t.Errorf("%s differs between two runs", name)
		}
	}
	if got, want := len(runs[0]), len(targets)+4+2; got != want || len(runs[1]) != want { // deb and rpm for two processors; formula, checksums
		t.Errorf("%d and %d files, want %d", got, len(runs[1]), want)
	}
}

// Wheels have the program of their platform and the version of the release, and are the same bytes in each run.
func TestWheels(t *testing.T) {
	if out, err := exec.Command("../tools/python.sh", "check").CombinedOutput(); err != nil {
		t.Skipf("no packages of Python: tools/python.sh install (%s)", out)
	}
	home, err := exec.Command("../tools/python.sh", "home").Output()
	if err != nil {
		t.Fatal(err)
	}
	var runs []map[string]string
	for range 2 {
		r, _ := staged(t)
		if err := os.CopyFS(filepath.Join(r.source, "python"), os.DirFS("../python")); err != nil {
			t.Fatal(err)
		}
		if err := r.wheelsBy(t.Context(), filepath.Join(strings.TrimSpace(string(home)), "bin", "python")); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, read(t, r))
	}
	if len(runs[0]) != len(targets) {
		t.Errorf("%d wheels, want %d", len(runs[0]), len(targets))
	}
	for name, wheel := range runs[0] {
		if wheel != runs[1][name] {
			t.Errorf("%s differs between two runs", name)
		}
		files := unzip(t, wheel)
		program := files["weft/bin/weft"].text + files["weft/bin/weft.exe"].text
		if !strings.HasPrefix(name, "weft-1.2.3-py3-none-") || !strings.HasPrefix(program, "program for ") || files["weft/_version.py"].text != "__version__ = \"1.2.3\"\n" {
			t.Errorf("%s has the program %q and the version %q", name, program, files["weft/_version.py"].text)
		}
	}
}

func TestPythonVersion(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.3": "1.2.3", "1.2.3-rc.1": "1.2.3rc1", "1.2.3-beta2": "1.2.3b2", "1.2.3-alpha": "1.2.3a0", "0.1.0-dev": "0.1.0.dev0", "0.1.0-nightly.7": "0.1.0.dev7",
	} {
		if got := pythonVersion(version); got != want {
			t.Errorf("%s: got %s, want %s", version, got, want)
		}
	}
}

// The Debian package has the program, compressed manual pages and completion where Debian expects them.
func TestDebianPackage(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is not installed")
	}
	r, _ := staged(t)
	if err := r.packages(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := exec.CommandContext(t.Context(), "dpkg-deb", "--contents", filepath.Join(r.out, "weft_1.2.3_arm64.deb")).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`-rwxr-xr-x root/root .* \./usr/bin/weft\n`, `-rw-r--r-- root/root .* \./usr/share/man/man1/weft-crawl\.1\.gz\n`,
		`\./usr/share/bash-completion/completions/weft\n`, `\./usr/share/zsh/vendor-completions/_weft\n`,
		`\./usr/share/fish/vendor_completions\.d/weft\.fish\n`, `\./usr/share/doc/weft/copyright\n`,
	} {
		if !regexp.MustCompile(want).Match(list) {
			t.Errorf("no line matches %q in\n%s", want, list)
		}
	}
}

// A program without the commit of its sources is refused, such as one built outside of a repository.
func TestCommitIsRecorded(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.org/small\n\ngo 1.26.0\n")
	write(t, filepath.Join(dir, "main.go"), "package main\n\nfunc main() {}\n")
	r := &release{}
	git := []string{"-c", "user.name=weft", "-c", "user.email=weft@example.org", "-c", "commit.gpgsign=false"}
	build := func(to string) string {
		t.Helper()
		if _, err := r.output(t.Context(), dir, []string{"GOFLAGS=-buildvcs=true"}, "go", "build", "-o", to, "."); err != nil {
			t.Fatal(err)
		}
		return to
	}
	outside := t.TempDir()
	if err := checkCommit(build(filepath.Join(outside, "one"))); err == nil || !strings.Contains(err.Error(), "one: the go command recorded no commit") {
		t.Errorf("without a repository: got %v", err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "all"}} {
		if _, err := r.output(t.Context(), dir, nil, "git", append(git, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := checkCommit(build(filepath.Join(outside, "two"))); err != nil {
		t.Errorf("in a repository: %v", err)
	}
	write(t, filepath.Join(dir, "new.txt"), "new")
	if err := checkCommit(build(filepath.Join(outside, "three"))); err == nil || !strings.Contains(err.Error(), "three: the sources changed") {
		t.Errorf("with a new file: got %v", err)
	}
	if err := checkCommit(filepath.Join(dir, "new.txt")); err == nil {
		t.Error("a text is accepted as a program")
	}
}

// The formula names the archives of the four targets that Homebrew serves, each with its own checksum.
func TestFormula(t *testing.T) {
	r, _ := staged(t)
	if err := errors.Join(r.archives(t.Context()), r.formula(t.Context())); err != nil {
		t.Fatal(err)
	}
	out := read(t, r)
	formula := out["weft.rb"]
	var sums []string
	for _, target := range targets {
		name := r.name(target) + ".tar.gz"
		if _, ok := out[name]; !ok {
			continue // Homebrew does not serve Windows
		}
		sum, err := sumOf(filepath.Join(r.out, name))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, sum)
		want := "url \"https://example.org/weft/v1.2.3/" + name + "\"\n      sha256 \"" + sum + "\"\n"
		if !strings.Contains(formula, want) {
			t.Errorf("got\n%s\nwithout\n%s", formula, want)
		}
	}
	if slices.Sort(sums); len(slices.Compact(sums)) != 4 {
		t.Errorf("%d different checksums, want 4", len(sums))
	}
	if ruby, err := exec.LookPath("ruby"); err == nil {
		if said, err := exec.CommandContext(t.Context(), ruby, "-c", filepath.Join(r.out, "weft.rb")).CombinedOutput(); err != nil {
			t.Errorf("ruby -c: %v: %s", err, said)
		}
	}
	r.only = targets[:1]
	if err := errors.Join(os.Remove(filepath.Join(r.out, "weft.rb")), r.formula(t.Context())); err != nil {
		t.Fatal(err)
	}
	if _, ok := read(t, r)["weft.rb"]; ok {
		t.Error("a formula was written although archives are missing")
	}
}

// SHA256SUMS lists every finished file in the format of sha256sum.
func TestChecksums(t *testing.T) {
	r, _ := staged(t)
	write(t, filepath.Join(r.out, "empty"), "")
	write(t, filepath.Join(r.out, "abc"), "abc")
	if err := r.checksums(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty\n"
	if got := read(t, r)["SHA256SUMS"]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The SBOM of a program lists its modules with their versions and licences, and is the same in two runs. The program here is
// the tool that writes SBOMs.
func TestSBOM(t *testing.T) {
	r, _ := staged(t)
	path, err := r.output(t.Context(), ".", nil, "go", "tool", "-n", "cyclonedx-gomod")
	if err != nil {
		t.Fatal(err)
	}
	r.only = targets[:1]
	program, err := os.ReadFile(strings.TrimSpace(path))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(r.folder(targets[0]), "weft"), string(program))
	var runs []string
	for range 2 {
		if err := r.sbom(t.Context()); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, read(t, r)["weft_1.2.3_linux_amd64.cdx.json"])
	}
	if runs[0] != runs[1] {
		t.Errorf("two runs differ:\n%s\n%s", runs[0], runs[1])
	}
	var got struct {
		BOMFormat string `json:"bomFormat"`
		Metadata  struct {
			Timestamp string
			Component struct {
				Version  string
				Licenses []any
			}
		}
		Components []struct {
			Name, Version string
			Evidence      struct{ Licenses []any }
		}
	}
	if err := json.Unmarshal([]byte(runs[0]), &got); err != nil {
		t.Fatal(err)
	}
	standard := false
	for _, c := range got.Components {
		standard = standard || c.Name == "std"
		if c.Version == "" {
			t.Errorf("%s has no version", c.Name)
		}
		if c.Name != "std" && len(c.Evidence.Licenses) == 0 {
			t.Errorf("%s has no licence", c.Name)
		}
	}
	m := got.Metadata
	if got.BOMFormat != "CycloneDX" || m.Component.Version != "v1.2.3" || len(m.Component.Licenses) != 1 || len(got.Components) < 10 || !standard {
		t.Errorf("%s of %+v with %d components, the standard library among them: %t", got.BOMFormat, m, len(got.Components), standard)
	}
	if m.Timestamp != "2026-11-26T05:51:10Z" {
		t.Errorf("the time is %s, want the time of the commit", m.Timestamp)
	}
}

// A module without a licence, and output of another form, are errors.
func TestSBOMIsChecked(t *testing.T) {
	r, _ := staged(t)
	for text, want := range map[string]string{
		`{"metadata": {"component": {}}, "components": [{"name": "example.org/m"}]}`: "module example.org/m: no licence found",
		`{"components": []}`: "no metadata.component",
		`no JSON`:            "invalid character",
	} {
		if got, err := r.settle([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
}

// Wrong settings are refused, with the flag and what was expected.
func TestSettingsAreChecked(t *testing.T) {
	exists := t.TempDir()
	for want, args := range map[string][]string{
		`-version "": expected a version`:            {},
		`-version "v1.0.0": expected a version`:      {"-version", "v1.0.0"},
		`-version "1.0": expected a version`:         {"-version", "1.0"},
		`-pgo "on": expected auto or off`:            {"-version", "1.0.0", "-pgo", "on"},
		`-only plan9_amd64: expected one of`:         {"-version", "1.0.0", "-only", "plan9_amd64"},
		`"linux_amd64": expected no arguments`:       {"-version", "1.0.0", "linux_amd64"},
		exists + ` exists: remove it, or name`:       {"-version", "1.0.0", "-out", exists},
		`flag provided but not defined: -everything`: {"-version", "1.0.0", "-everything"},
	} {
		if err := run(t.Context(), args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", args, err, want)
		}
	}
}

// Sources with uncommitted changes are refused. What a failed run began is removed.
func TestChangedSourcesAreRefused(t *testing.T) {
	r, _ := staged(t)
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=weft", "-c", "user.email=weft@example.org", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"}, args...)
		if _, err := r.output(t.Context(), r.source, nil, "git", args...); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "all")
	if err := r.checkSources(t.Context()); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(r.source, "LICENSE"), "another text")
	if err := r.checkSources(t.Context()); err == nil || !strings.Contains(err.Error(), "uncommitted changes") || !strings.Contains(err.Error(), "LICENSE") {
		t.Errorf("a changed file: got %v", err)
	}
	git("commit", "-q", "-a", "-m", "change")
	write(t, filepath.Join(r.source, "new.go"), "package weft")
	if err := r.checkSources(t.Context()); err == nil || !strings.Contains(err.Error(), "new.go") {
		t.Errorf("a new file: got %v", err)
	}
}
