package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Packages need a repository and a maintainer with an address; what is wrong is named.
func TestProject(t *testing.T) {
	for text, want := range map[string]string{
		`{"repository": "https://example.org/weft", "maintainer": "Jane Doe <jane@example.org>"}`: "",
		`{"repository": "", "maintainer": ""}`:                                                    "set \"repository\"",
		`{"repository": "https://example.org/weft", "maintainer": ""}`:                            "\"maintainer\"",
		`{"repository": "https://example.org/weft", "maintainer": "The weft authors"}`:            "expected a name and a mail address",
		`{"repository": "example.org/weft", "maintainer": "Jane Doe <jane@example.org>"}`:         "expected an address",
		`{"repository": "https://example.org/", "maintainer": "Jane Doe <jane@example.org>"}`:     "expected an address",
		`{`: "unexpected end",
	} {
		_, err := readProject([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// As soon as the project has an address, the documents that people clone by have it, and no other.
func TestAddressInDocuments(t *testing.T) {
	p, _ := readProject(projectFile)
	for _, name := range []string{"README.md", "docs/install.md"} {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		address := p.Repository
		if address == "" {
			address = "…"
		}
		if !strings.Contains(string(text), "git clone "+address+" weft") {
			t.Errorf("%s: expected the line git clone %s weft, by release/project.json", name, address)
		}
	}
	text, err := os.ReadFile(filepath.Join("..", "CITATION.cff"))
	if err != nil {
		t.Fatal(err)
	}
	if p.Repository != "" && !strings.Contains(string(text), "repository-code: "+p.Repository+"\n") {
		t.Errorf("CITATION.cff: expected repository-code: %s, by release/project.json", p.Repository)
	}
}
