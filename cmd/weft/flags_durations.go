package main

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mostSeconds is the largest number of seconds that fits into a [time.Duration].
const mostSeconds = float64(math.MaxInt64 / int64(time.Second))

// parseDuration reads a time with its unit, such as 500ms, 90s or 1h30m, or a number of seconds.
func parseDuration(text string) (time.Duration, error) {
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		if !(math.Abs(s) <= mostSeconds) {
			return 0, fmt.Errorf("%s: expected at most %.0f seconds", text, mostSeconds)
		}
		return time.Duration(math.Round(s * float64(time.Second))), nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%s: expected a duration such as 500ms, 90s, 30m or 2h, or a number of seconds", text)
	}
	return d, nil
}

// A durationFlag is a flag of a time. It accepts what parseDuration reads.
type durationFlag struct{ pflag.Value }

// Set implements [pflag.Value].
func (d durationFlag) Set(text string) error {
	t, err := parseDuration(text)
	if err != nil {
		return err
	}
	return d.Value.Set(t.String())
}

// understandDurations lets every flag of a time accept numbers of seconds.
func understandDurations(cmd *cobra.Command) {
	eachOwnFlag(cmd, func(f *pflag.Flag) {
		if f.Value.Type() == "duration" {
			f.Value = durationFlag{f.Value}
		}
	})
	for _, c := range cmd.Commands() {
		understandDurations(c)
	}
}

// A secondsFlag is a flag of a time whose text is a number of seconds, as crawls and files of settings hold it.
type secondsFlag float64

// Set implements [pflag.Value]. It accepts what parseDuration reads.
func (s *secondsFlag) Set(text string) error {
	t, err := parseDuration(text)
	if err != nil {
		return err
	}
	*s = secondsFlag(t.Seconds())
	return nil
}

// String implements [pflag.Value].
func (s *secondsFlag) String() string { return strconv.FormatFloat(float64(*s), 'g', -1, 64) }

// Type implements [pflag.Value].
func (s *secondsFlag) Type() string { return "seconds" }

// time returns the value.
func (s *secondsFlag) time() time.Duration {
	return time.Duration(math.Round(float64(*s) * float64(time.Second)))
}

// addSeconds declares a flag of a time in seconds.
func addSeconds(f *pflag.FlagSet, to *secondsFlag, name string, standard float64, usage string) {
	*to = secondsFlag(standard)
	f.Var(to, name, usage)
}
