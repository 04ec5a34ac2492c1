package texts

import (
	"strings"
	"testing"
)

// What a reader sees of a page, whatever stands around it.
func TestVisible(t *testing.T) {
	long := strings.Repeat("word ", maxText/5+9)
	for body, want := range map[string]string{
		"": "", " \n\t": "", "a": "a ", "<p> a <b>b</b>\n\n<p>c": "a b c ", "a &amp; b&eacute;": "a & bé ",
		"a<script>b</script>c":                           "a c ",
		"a<STYLE>b</STYLE>c":                             "a c ",
		"a<template><p>b</p></template>c":                "a c ",
		"a<noscript>b</noscript>c":                       "a c ",
		"<template><template>a</template>b</template>c":  "c ",
		"</noscript></template>a<template>b</template>c": "a c ",
		"a<!-- b --><!DOCTYPE html><br/>c<template/>d":   "a c d ",
		"a<template>b":                                   "a ",
		"<title>a</title>":                               "a ",
		"<p>   </p><p>a":                                 "a ",
		long:                                             strings.TrimSpace(long)[:maxText],
		"<p>x" + long:                                    ("x" + long)[:maxText],
		"<svg><svg></svg><style/></svg><p>seen":          "seen ",
		"<svg><style/><title/><path d=z /><script/></svg><p>seen</p><style/>no</style>": "seen ",
	} {
		if got := string(visible(nil, []byte(body))); got != want {
			t.Errorf("%.80q: got %.80q, %d bytes; want %.80q, %d bytes", body, got, len(got), want, len(want))
		}
	}
	if got := string(visible([]byte("before "), []byte("a"))); got != "before a " {
		t.Errorf("got %q", got)
	}
}
