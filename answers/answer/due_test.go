package answer

import (
	"testing"
	"time"
)

// A state is saved when some time has passed, and twenty times what the last saving took.
func TestDue(t *testing.T) {
	for _, x := range []struct {
		every, passed, took time.Duration
		want                bool
	}{
		{time.Minute, 30 * time.Second, 0, false},
		{time.Minute, 61 * time.Second, 0, true},
		{time.Minute, 61 * time.Second, 3 * time.Second, true},
		{time.Minute, 61 * time.Second, 4 * time.Second, false},
		{time.Minute, 90 * time.Second, 4 * time.Second, true},
		{0, 0, time.Hour, true},
	} {
		u := &Unfinished{i: &Interim{Every: x.every}, last: time.Now().Add(-x.passed), took: x.took}
		if got := u.Due(); got != x.want {
			t.Errorf("%+v: got %v", x, got)
		}
	}
	if u := (*Unfinished)(nil); u.Due() {
		t.Error("what is kept nowhere is to be saved")
	}
	if u := (&Unfinished{i: &Interim{}, warned: true}); !u.Due() {
		t.Error("what could not be kept is not tried again")
	}
}
