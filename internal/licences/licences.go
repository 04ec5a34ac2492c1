// Package licences holds the licences of all modules that are part of the program weft.
package licences

import (
	_ "embed"
	"fmt"
	"strings"
)

// The package collect writes texts.txt; run go generate to update it.
//
//go:generate go run ./collect/write
//go:embed texts.txt
var texts string

// Own is the licence of weft itself, an SPDX identifier.
const Own = "Apache-2.0"

// A Module is a module in the program, or Go's standard library.
//
//json:object licensed module
type Module struct {
	Path    string `json:"module"`  // path of the module
	Version string `json:"version"` // version of the module
	Licence string `json:"licence"` // licences of the module, an SPDX expression
	Text    string `json:"-"`       // of all its files of licences and notices
}

// mark begins a module in texts.txt. Path, version and licence follow on the line, and then the text.
const mark = "===== "

// All returns the modules in the program, by path; Go's standard library comes first.
func All() []Module {
	all, err := Parse(texts)
	if err != nil {
		panic(err) // texts.txt is part of the program
	}
	return all
}

// Parse reads what Format writes.
func Parse(text string) (all []Module, err error) {
	for i, part := range strings.Split("\n"+text, "\n"+mark) {
		if i == 0 {
			if part != "" && part != "\n" {
				return nil, fmt.Errorf("licences: text before the first module: %q", part)
			}
			continue
		}
		head, body, _ := strings.Cut(part, "\n")
		words := strings.SplitN(head, " ", 3)
		if len(words) != 3 {
			return nil, fmt.Errorf("licences: %q: want path, version and licence", head)
		}
		all = append(all, Module{Path: words[0], Version: words[1], Licence: words[2], Text: strings.Trim(body, "\n") + "\n"})
	}
	return all, nil
}

// Format writes modules as texts.txt has them.
func Format(all []Module) string {
	var b strings.Builder
	for _, m := range all {
		b.WriteString(mark + m.Path + " " + m.Version + " " + m.Licence + "\n\n" + strings.Trim(m.Text, "\n") + "\n\n")
	}
	return b.String()
}
