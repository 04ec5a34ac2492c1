package collect_test

import (
	"slices"
	"testing"

	"weft/internal/licences"
	"weft/internal/licences/collect"
)

// texts.txt has the licences of just the modules that the program is built of.
func TestLicencesAreUpToDate(t *testing.T) {
	if testing.Short() {
		t.Skip("lists the packages of the program on three systems")
	}
	all, err := collect.Run(t.Context(), "weft/cmd/weft")
	if err != nil {
		t.Fatal(err)
	}
	have := licences.All()
	for _, m := range all {
		if i := slices.IndexFunc(have, func(h licences.Module) bool { return h.Path == m.Path }); i < 0 {
			t.Errorf("internal/licences/texts.txt has no licence of %s %s: run go generate ./internal/licences", m.Path, m.Version)
		} else if h := have[i]; h.Version != m.Version || h.Licence != m.Licence || licences.Format([]licences.Module{h}) != licences.Format([]licences.Module{m}) {
			t.Errorf("internal/licences/texts.txt is stale about %s %s: run go generate ./internal/licences", m.Path, m.Version)
		}
	}
	if len(have) != len(all) {
		t.Errorf("internal/licences/texts.txt has %d modules, the program %d: run go generate ./internal/licences", len(have), len(all))
	}
}

// Every licence in the program is one that goes with Apache-2.0 without further duties than keeping its text.
func TestLicencesAreUsual(t *testing.T) {
	usual := []string{"Apache-2.0", "MIT", "BSD-3-Clause", "BSD-2-Clause", "ISC", "Unlicense"}
	for _, m := range licences.All() {
		for _, id := range collect.Identify(m.Text) {
			if !slices.Contains(usual, id) {
				t.Errorf("%s has %s", m.Path, id)
			}
		}
		if len(m.Text) < 300 {
			t.Errorf("%s: a licence of %d bytes", m.Path, len(m.Text))
		}
	}
}

func TestIdentify(t *testing.T) {
	for text, want := range map[string]string{
		"Apache License\n  Version 2.0, January 2004":                                   "Apache-2.0",
		"Permission is hereby granted, free of charge, to any\nperson obtaining a copy": "MIT",
		"Redistribution and use in source and binary forms … Neither the name of":       "BSD-3-Clause",
		"Redistribution and use in source and binary forms, provided that":              "BSD-2-Clause",
		"all rights reserved": "",
	} {
		got := ""
		for _, id := range collect.Identify(text) {
			got += id
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
