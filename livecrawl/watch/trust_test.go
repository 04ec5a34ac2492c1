package watch

import (
	"os"
	"testing"

	"weft/livecrawl"
)

// The goal tells how far rules about trust are, and which figures they do not go by.
func TestTrustGoal(t *testing.T) {
	sound, folded := &livecrawl.Trust{Gamma: 0.5, HAK: 0.79996}, &livecrawl.Trust{Gamma: 0.2, HAK: 0.4, Doubts: []string{"folded"}}
	for _, x := range []struct {
		rules string
		trust *livecrawl.Trust
		want  string
	}{
		{"fetched>=10", sound, ""},
		{"hak>=0.8", nil, "; HAK not known yet, ends at 0.8"},
		{"hak=0.9 or gamma>0.75", sound, "; HAK 0.800, ends at 0.9; gamma 0.500, ends at 0.75"},
		{"hak=0.9 or gamma>0.75", folded, "; HAK 0.400 (unsure), ends at 0.9; gamma 0.200, ends at 0.75"},
		{"gamma>=0.75", &livecrawl.Trust{Gamma: 1, Doubts: []string{"small"}}, "; gamma 1.000 (unsure), ends at 0.75"},
	} {
		s := earlySample()
		var err error
		if s.about.Limits.Until, err = livecrawl.ParseConditions(x.rules); err != nil {
			t.Fatal(err)
		}
		s.Trust = x.trust
		if got := s.trustGoal(); got != x.want {
			t.Errorf("%s with %+v: got %q, want %q", x.rules, x.trust, got, x.want)
		}
	}
}

func TestDraws(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if Draws(f) {
		t.Error("a file is no terminal")
	}
}
