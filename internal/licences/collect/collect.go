// Package collect finds the licences of the modules that are part of the program weft, in the module cache.
package collect

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/licences"
)

// systems lists the systems of releases.
var systems = []string{"linux", "darwin", "windows"}

// Run lists the packages of a program on all systems and returns their modules with the texts of their licences,
// sorted by path. Go's standard library comes first. It has no version, because it belongs to the Go that builds
// the program. A module without a licence, or with an unknown one, is an error.
func Run(ctx context.Context, program string) ([]licences.Module, error) {
	used := map[module][]string{} // the folders of its packages
	for _, system := range systems {
		if err := list(ctx, program, system, used); err != nil {
			return nil, err
		}
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	standard := module{"Go", "standard-library", strings.TrimSpace(string(root))}
	first, err := standard.licence(nil)
	if err != nil {
		return nil, err
	}
	all := []licences.Module{first}
	for _, m := range slices.SortedFunc(maps.Keys(used), func(a, b module) int { return strings.Compare(a.path, b.path) }) {
		found, err := m.licence(used[m])
		if err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	return all, nil
}

type module struct{ path, version, dir string }

// list adds the modules of a program on a system, with the folders of the packages that are used.
func list(ctx context.Context, program, system string, used map[module][]string) error {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}} {{$.Dir}}{{end}}{{end}}`
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-f", format, program)
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list for %s: %w: %s", system, err, failed.String())
	}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		w := strings.Fields(lines.Text())
		if len(w) != 4 {
			continue // our own packages, and the standard library's
		}
		m := module{w[0], w[1], w[2]}
		if !slices.Contains(used[m], w[3]) {
			used[m] = append(used[m], w[3])
		}
	}
	return nil
}

// licence reads the files of a module that are about licences: in its root, and in the folders of packages up to it.
func (m *module) licence(packages []string) (licences.Module, error) {
	folders := map[string]bool{m.dir: true}
	for _, dir := range packages {
		for ; strings.HasPrefix(dir, m.dir); dir = filepath.Dir(dir) {
			folders[dir] = true
		}
	}
	var text strings.Builder
	ids := map[string]bool{}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		if err := m.read(dir, &text, ids); err != nil {
			return licences.Module{}, err
		}
	}
	if len(ids) == 0 {
		return licences.Module{}, fmt.Errorf("%s %s: no licence in %s", m.path, m.version, m.dir)
	}
	id := strings.Join(slices.Sorted(maps.Keys(ids)), " AND ")
	return licences.Module{Path: m.path, Version: m.version, Licence: id, Text: text.String()}, nil
}

// read adds the files of a folder that are about licences.
func (m *module) read(dir string, to *strings.Builder, ids map[string]bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !isAboutLicences(e.Name()) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(m.dir, filepath.Join(dir, e.Name()))
		text := strings.ReplaceAll(string(content), "\r\n", "\n")
		found := Identify(text)
		if len(found) == 0 && !isNotice(e.Name()) {
			return fmt.Errorf("%s %s: %s has a licence that is not known here: look, and teach Identify", m.path, m.version, name)
		}
		for _, id := range found {
			ids[id] = true
		}
		fmt.Fprintf(to, "----- %s\n\n%s\n\n", filepath.ToSlash(name), strings.Trim(text, "\n"))
	}
	return nil
}

func isAboutLicences(name string) bool {
	upper := strings.ToUpper(strings.TrimSuffix(strings.TrimSuffix(name, filepath.Ext(name)), "-link"))
	for _, begin := range []string{"LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE", "PATENTS"} {
		if strings.HasPrefix(upper, begin) && filepath.Ext(name) != ".go" {
			return true
		}
	}
	return false
}

// isNotice says whether a file may add something to a licence without being one.
func isNotice(name string) bool {
	upper := strings.ToUpper(name)
	return strings.HasPrefix(upper, "NOTICE") || strings.HasPrefix(upper, "PATENTS")
}

// Identify returns the SPDX identifiers of the licences in a text.
func Identify(text string) (ids []string) {
	t := strings.ToLower(strings.Join(strings.Fields(text), " "))
	has := func(phrase string) bool { return strings.Contains(t, phrase) }
	if has("apache license version 2.0") {
		ids = append(ids, "Apache-2.0")
	}
	if has("permission is hereby granted, free of charge, to any person obtaining a copy") {
		ids = append(ids, "MIT")
	}
	if has("redistribution and use in source and binary forms") {
		if has("neither the name") || has("names of its contributors") || has("may not be used to endorse") {
			ids = append(ids, "BSD-3-Clause")
		} else {
			ids = append(ids, "BSD-2-Clause")
		}
	}
	if has("this is free and unencumbered software released into the public domain") {
		ids = append(ids, "Unlicense")
	}
	if has("permission to use, copy, modify, and/or distribute this software for any purpose") {
		ids = append(ids, "ISC")
	}
	return ids
}
