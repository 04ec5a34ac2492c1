package option

import "slices"

// A Taker declares the options that something takes, such as a format of inputs or a model.
type Taker struct {
	Name  string
	Takes []string // names of options
}

// A Misplaced option is set, and nothing that was chosen takes it.
type Misplaced struct {
	Option string
	For    []string // the names of the takers that take it, in order
}

// FindMisplaced returns the first option that is set although none of the chosen takers takes it. Options are checked
// in the order in which the takers declare them first, so the same input always gives the same error. An option that
// no taker declares is never misplaced.
func FindMisplaced(all []Taker, chosen, set func(name string) bool) (m Misplaced, found bool) {
	for _, name := range declared(all) {
		if !set(name) {
			continue
		}
		var takers []string
		taken := false
		for _, t := range all {
			if slices.Contains(t.Takes, name) {
				takers = append(takers, t.Name)
				taken = taken || chosen(t.Name)
			}
		}
		if !taken {
			return Misplaced{Option: name, For: takers}, true
		}
	}
	return Misplaced{}, false
}

// declared returns the options that some taker takes, each once, in the order in which they are declared first.
func declared(all []Taker) []string {
	var names []string
	for _, t := range all {
		for _, name := range t.Takes {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
