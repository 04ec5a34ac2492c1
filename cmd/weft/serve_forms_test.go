package main

import (
	"slices"
	"strings"
	"testing"

	"weft/faces/serve/forms"
)

// TestFormsOfCrawlsTakeNoFiles refuses words of the options of crawls that name a file of the machine, or stand for a value, in
// the forms of new and of resumed crawls.
func TestFormsOfCrawlsTakeNoFiles(t *testing.T) {
	for form, all := range map[string][]*forms.Option{"new": forms.OfCrawl(crawlFlagSet(), true), "resume": forms.OfResume(crawlFlagSet(), nil, nil)} {
		i := slices.IndexFunc(all, func(o *forms.Option) bool { return o.Name == "strategy" })
		if i < 0 {
			t.Fatalf("the form %s has no strategy", form)
		}
		for value, want := range map[string]bool{"dfs": true, "hosts": true, "score:/etc/passwd": false, "score:FILE": false, "crawlers:K": false, "score:": false, "score": false} {
			f, err := forms.Fill(all[i:i+1], &forms.Reader{Values: map[string][]string{all[i].Field(): {value}}})
			if (err == nil) != want || err == nil && !slices.Equal(f.Args, []string{"--strategy=" + value}) {
				t.Errorf("%s: strategy %s: %v, %v", form, value, f, err)
			}
		}
		for _, o := range all {
			for _, word := range o.Words {
				if strings.Contains(word, ":") || strings.ToUpper(word) == word && word != "" {
					t.Errorf("%s: %s offers %s", form, o.Name, word)
				}
			}
		}
	}
}

// TestResumeFormTurnsOptionsOff leaves the boxes of a resumed crawl unchanged, or turns them on or off.
func TestResumeFormTurnsOptionsOff(t *testing.T) {
	all := forms.OfResume(crawlFlagSet(), nil, nil)
	i := slices.IndexFunc(all, func(o *forms.Option) bool { return o.Name == "no-traps" })
	if i < 0 || slices.ContainsFunc(all, func(o *forms.Option) bool { return o.Kind == forms.Yes }) {
		t.Fatal("the form has a box, or no option no-traps")
	}
	for value, want := range map[string][]string{"": nil, "yes": {"--no-traps=true"}, "no": {"--no-traps=false"}} {
		f, err := forms.Fill(all[i:i+1], &forms.Reader{Values: map[string][]string{all[i].Field(): {value}}})
		if err != nil || !slices.Equal(f.Args, want) {
			t.Errorf("%q: %v, %v", value, f, err)
		}
	}
	if _, err := forms.Fill(all[i:i+1], &forms.Reader{Values: map[string][]string{all[i].Field(): {"true"}}}); err == nil {
		t.Error("a form of an old page is accepted")
	}
}
