package main

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A duration is a number of seconds or has a unit; anything else is refused.
func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90": 90 * time.Second, "0.5": 500 * time.Millisecond, "10ms": 10 * time.Millisecond, "0.5s": 500 * time.Millisecond, "2h": 2 * time.Hour,
		"1h30m": 90 * time.Minute, "0": 0, "-1": -time.Second, "1e3": 1000 * time.Second,
	} {
		if got, err := parseDuration(text); err != nil || got != want {
			t.Errorf("%q: got %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "soon", "NaN", "Inf", "-Inf", "1e20", "2d", "90 s", "1,5"} {
		if got, err := parseDuration(text); err == nil {
			t.Errorf("%q: got %s", text, got)
		}
	}
}

// Every flag of a duration accepts numbers of seconds and units, keeps its meaning, and its help says so.
func TestDurations(t *testing.T) {
	seen := 0
	eachCommand(func(c *cobra.Command, _ func(func(*cobra.Command)) string) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			kind := f.Value.Type()
			if kind != "duration" && kind != "seconds" {
				return
			}
			seen++
			if !strings.Contains(f.Usage, "A number is in seconds") {
				t.Errorf("%s --%s: %s", c.CommandPath(), f.Name, f.Usage)
			}
			for text, want := range map[string][2]string{"90": {"1m30s", "90"}, "0.5": {"500ms", "0.5"}, "10ms": {"10ms", "0.01"}, "0.5s": {"500ms", "0.5"}, "2h": {"2h0m0s", "7200"}} {
				w := want[0]
				if kind == "seconds" {
					w = want[1]
				}
				if err := f.Value.Set(text); err != nil || f.Value.String() != w {
					t.Errorf("%s --%s %s: got %s, %v, want %s", c.CommandPath(), f.Name, text, f.Value, err, w)
				}
			}
			if err := f.Value.Set("soon"); err == nil {
				t.Errorf("%s --%s soon: no error", c.CommandPath(), f.Name)
			}
		})
	})
	if seen < 10 {
		t.Errorf("%d flags were seen", seen)
	}
}
