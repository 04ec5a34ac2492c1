package folder

import (
	"fmt"
	"strings"

	"weft/crawl/scope"
	"weft/internal/choice"
)

// RobotsRules are the values of Config.Robots. The first is the default.
var RobotsRules = []string{"obey", "google", "ignore"}

// areas are the areas that users choose by name. The first is the default.
var areas = []scope.Area{scope.Host, scope.Domain, scope.Prefix, scope.Anywhere}

// Prefixes of scopes that a list or a regular expression describes.
const (
	surtScope  = "surt:"
	regexScope = "regex:"
)

// Scopes are the scopes that [Scope.Choose] accepts. Parts in capitals stand for names that the user gives.
var Scopes = func() (all []string) {
	for _, a := range areas {
		all = append(all, a.String())
	}
	return append(all, surtScope+"FILE", regexScope+"RE")
}()

// Choose sets the scope that a user names, one of [Scopes]. [Config.NewScope] refuses other names.
func (s *Scope) Choose(name string) {
	if file, ok := strings.CutPrefix(name, surtScope); ok {
		s.Area, s.Lists = scope.Listed.String(), []string{file}
	} else if re, ok := strings.CutPrefix(name, regexScope); ok {
		s.Area, s.Include = scope.Listed.String(), append(s.Include, re)
	} else {
		s.Area = name
	}
}

// area returns the area of the scope. An empty one becomes the default.
func (s *Scope) area() (scope.Area, error) {
	if s.Area == "" {
		s.Area = areas[0].String()
	}
	for _, a := range append([]scope.Area{scope.Listed}, areas...) {
		if s.Area == a.String() {
			return a, nil
		}
	}
	return 0, fmt.Errorf("scope %q: want %s", s.Area, choice.Of(s.Area, Scopes))
}
