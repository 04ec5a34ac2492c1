package page

import "testing"

// Of two things that are said of a page the one that tells more holds, whoever said it first.
func TestJoin(t *testing.T) {
	order := []State{Ghost, Unknown, Excluded, Failed, Redirected, Fetched}
	if len(order) != NumStates {
		t.Fatalf("%d states are ordered, of %d", len(order), NumStates)
	}
	for i, a := range order {
		for k, b := range order {
			if got, want := Join(a, b), order[max(i, k)]; got != want {
				t.Errorf("%v and %v: got %v, want %v", a, b, got, want)
			}
		}
	}
}
