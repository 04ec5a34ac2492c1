package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
)

// The printed settings, read again, are the same settings; what the command line says beside a file wins.
func TestPrintedSettingsAreRead(t *testing.T) {
	printed := func(words ...string) string {
		t.Helper()
		var out, failed bytes.Buffer
		if status := run(append([]string{"crawl", "--print-config"}, words...), nil, &out, &failed); status != exitDone {
			t.Fatalf("weft crawl %s: status %d: %s", words, status, failed.String())
		}
		return out.String()
	}
	file := filepath.Join(t.TempDir(), "crawl.toml")
	first := printed("https://a.example/", "https://b.example/é\"", "--depth", "3", "--exclude", `\.pdf$`, "--exclude", "x,y", "--delay", "0.5", "--types",
		"text/html,application/*", "--time", "90m", "--sitemaps=false", "--memory", "1GiB", "--random-seed", "7", "--pages", "20k")
	for _, want := range []string{
		"urls = [\"https://a.example/\", \"https://b.example/é\\\"\"]\n", "\ndepth = 3\n", "\ndelay = 0.5\n", "\nsitemaps = false\n", "\ntime = \"1h30m0s\"\n",
		"\npages = 20000\n", "\n# Scope\n", "\n# embeds = 0\n", "\nmemory = \"1GiB\"\n",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in\n%s", want, first)
		}
	}
	if err := os.WriteFile(file, []byte(first), 0o644); err != nil {
		t.Fatal(err)
	}
	if again := printed("--config", file); again != first {
		t.Errorf("read and printed again:\n%s\nwant\n%s", again, first)
	}
	if over := printed("--config", file, "--depth", "5", "--exclude", "z"); !strings.Contains(over, "\ndepth = 5\n") || !strings.Contains(over, "\nexclude = [\"z\"]\n") {
		t.Errorf("the command line does not win:\n%s", over)
	}
}

// A file that cannot be what it should be is refused with its name, the place and what was expected.
func TestSettingsAreRefused(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"depth = \n":                "crawl.toml:1: ",
		"a = 1\ndepth 3\n":          "crawl.toml:2: ",
		"dept = 3\n":                `there is no setting "dept"; did you mean depth?`,
		"resume = \"c\"\n":          `there is no setting "resume"`,
		"depth = \"x\"\n":           "depth = x: expected a whole number",
		"depth = [1, 2]\n":          "depth = [1 2]: expected one value",
		"[scope]\nx = 1\n":          "scope: map[x:1]: expected a text",
		"urls = [[\"a\"], 3]\n":     "expected a list of texts or numbers",
		"delay = 1979-05-27\n":      "expected a text, a number",
		"scope = \"host\"\nscope=1": "crawl.toml:2: ",
	} {
		file := filepath.Join(dir, "crawl.toml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, failed bytes.Buffer
		status := run([]string{"crawl", "--config", file, "-o", filepath.Join(dir, "c")}, nil, &out, &failed)
		if status != exitUsage || !strings.Contains(failed.String(), want) || !strings.Contains(failed.String(), file) {
			t.Errorf("%q: status %d: %s; want %s", text, status, failed.String(), want)
		}
		if _, err := os.Stat(filepath.Join(dir, "c")); err == nil {
			t.Errorf("%q: a crawl was begun", text)
		}
	}
}

// Settings of a file are given like flags: the command line that a crawl keeps names them. What only says how the
// command was called is no setting.
func TestSettingsAreFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "crawl.toml")
	if err := os.WriteFile(file, []byte("depth = 3\nexclude = ['a,b', 'c']\ntypes = ['text/html']\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := (&app{}).crawlCmd()
	if _, err := readSettings(cmd, file); err != nil {
		t.Fatal(err)
	}
	if got, want := commandLine(cmd, nil), "crawl --depth=3 --exclude=[\"a,b\",c] --types=[text/html]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if names := settingNames((&app{words: []string{"site", "--live"}}).topCmd(answer.Question{}, "site")); slices.Contains(names, "live") {
		t.Errorf("--live is a setting: %q", names)
	}
}

// A file that is too large for settings is refused before it is read.
func TestLargeSettingsAreRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "crawl.toml")
	if err := os.WriteFile(file, bytes.Repeat([]byte("# no settings\n"), mostSettings/10), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readSettings((&app{}).crawlCmd(), file); err == nil || !strings.Contains(err.Error(), "expected a file of settings") {
		t.Errorf("got %v", err)
	}
}
