package folder

import (
	"strings"
	"testing"
)

// Each scope and each rule that shells offer is accepted, and another one is refused with the list.
func TestOfferedWordsAreAccepted(t *testing.T) {
	for _, name := range Scopes {
		var s Scope
		s.Choose(name)
		if _, err := s.area(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if kind, what, has := strings.Cut(name, ":"); has && (kind == "surt") != (len(s.Lists) == 1 && s.Lists[0] == what) {
			t.Errorf("%s: lists %q", name, s.Lists)
		} else if has && (kind == "regex") != (len(s.Include) == 1 && s.Include[0] == what) {
			t.Errorf("%s: patterns %q", name, s.Include)
		}
	}
	if len(Scopes) != 6 || len(RobotsRules) != 3 {
		t.Errorf("got scopes %q and rules %q", Scopes, RobotsRules)
	}
	for _, name := range []string{"hosts", "surt", "regex", "Anywhere"} {
		var s Scope
		s.Choose(name)
		if _, err := s.area(); err == nil || !strings.Contains(err.Error(), strings.Join(Scopes, ", ")) {
			t.Errorf("%s: got %v, want the list of scopes", name, err)
		}
	}
	for _, rules := range append([]string{""}, RobotsRules...) {
		c := Config{Web: Live, Seeds: []string{"http://a.example/"}, Robots: rules}
		if err := c.Check(); err != nil {
			t.Errorf("robots %q: %v", rules, err)
		}
	}
	c := Config{Web: Live, Seeds: []string{"http://a.example/"}, Robots: "obeyed"}
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), strings.Join(RobotsRules, ", ")) {
		t.Errorf("got %v, want the list of rules", err)
	}
}
