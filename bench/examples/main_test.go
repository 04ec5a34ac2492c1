package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// An example continues after a crawl that stopped at its limit and a server that was interrupted, and ends after any failure.
func TestWrapper(t *testing.T) {
	bin := t.TempDir()
	fake := "#!/bin/sh\neval \"exit \\$$#\"\n"                                            // its exit status is its last argument
	if err := os.WriteFile(filepath.Join(bin, "weft"), []byte(fake), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"weft crawl 0": "continued", "weft crawl 3": "continued", "weft crawl c --pages 3": "continued",
		"weft serve 0": "continued", "weft serve 124": "continued",
		"weft serve 1": "", "weft crawl 124": "", "weft crawl 1": "", "weft crawl 130": "", "weft info 3": "", "weft info 1": "", "false": "",
	} {
		cmd := exec.Command("bash", "-e", "-c", wrapper+line+"\nprintf continued")
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		if got, _ := cmd.Output(); string(got) != want { // a status other than 0 is expected
			t.Errorf("%s: %q, expected %q", line, got, want)
		}
	}
}
