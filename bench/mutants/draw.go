package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A listed package is the description of a package by the go command.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	TestGoFiles             []string
	XTestGoFiles            []string
	Module                  *struct{ Main bool }
	DepOnly                 bool
}

func (p *listed) tested() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// list lists packages and their dependencies with the go command, with the compiled files of each.
func list(patterns ...string) ([]*listed, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-export", "-json"}, patterns...)...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []*listed
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, &p)
	}
}

// ours reports whether users run a package; packages of benchmarks and of tests alone are not ours.
func ours(p *listed) bool {
	return p.Module != nil && p.Module.Main && !p.DepOnly && !strings.Contains(p.ImportPath, "/bench/") &&
		!strings.HasSuffix(p.ImportPath, "test") && p.ImportPath != "weft/internal/shared" && p.ImportPath != "weft/internal/lint"
}

// allChanges returns every change that can be made to packages.
func allChanges(packages []*listed) ([]*change, error) {
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []*change
	for _, p := range packages {
		if !ours(p) {
			continue
		}
		found, err := changesOf(p, fset, from)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func changesOf(p *listed, fset *token.FileSet, from types.Importer) ([]*change, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: from}).Check(p.ImportPath, fset, files, info); err != nil {
		return nil, err
	}
	var found []*change
	for _, file := range files {
		f := finder{fset: fset, info: info, pkg: p.ImportPath, file: fset.Position(file.Pos()).Filename}
		found = append(found, f.find(file)...)
	}
	return found, nil
}

// draw draws n changes, none of which lies within another, numbered in the order of the draw.
func draw(all []*change, n int, seed uint64) []*change {
	r := rand.New(rand.NewPCG(seed, 0))
	taken := map[string][]*change{}
	var drawn []*change
	for _, i := range r.Perm(len(all)) {
		c := all[i]
		within := func(o *change) bool { return c.from < o.to && o.from < c.to || c.from == o.from }
		if len(drawn) == n || slices.ContainsFunc(taken[c.file], within) {
			continue
		}
		c.id = len(drawn)
		drawn, taken[c.file] = append(drawn, c), append(taken[c.file], c)
	}
	return drawn
}

var packageClause = regexp.MustCompile(`(?m)^package \w+`)

// changed returns the text of a file with all its changes behind switches, and the import of these. No line moves.
func changed(text []byte, changes []*change) []byte {
	slices.SortFunc(changes, func(a, b *change) int { return a.from - b.from })
	var b bytes.Buffer
	at := 0
	copyTo := func(to int) {
		b.Write(text[at:to])
		at = to
	}
	for _, c := range changes {
		copyTo(c.from)
		id := strconv.Itoa(c.id)
		b.WriteString(strings.ReplaceAll(c.before, "ID", id))
		if c.size > 0 {
			copyTo(c.op)
			b.WriteString(",")
			at += c.size
		}
		copyTo(c.to)
		b.WriteString(strings.ReplaceAll(c.after, "ID", id))
	}
	copyTo(len(text))
	return packageClause.ReplaceAll(b.Bytes(), []byte("$0; import "+alias+" \""+house+"\""))
}
