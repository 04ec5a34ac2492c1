package digits_test

import (
	"testing"

	"weft/internal/digits"
)

func TestParseCount(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "7": 7, " 25000 ": 25000, "300k": 300_000, "300K": 300_000, "20M": 20_000_000, "1.5k": 1500, "66.7M": 66_700_000, "0.001k": 1, "2G": 2_000_000_000,
		"-3": -3, "9223372036854775807": 1<<63 - 1, "1e6": 1_000_000,
	} {
		if got, err := digits.ParseCount(text); err != nil || got != want {
			t.Errorf("%q: got %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "k", "M", "1.5", "1.0005k", "20 M M", "20MB", "twenty", "NaN", "Inf", "NaNk", "InfM", "1e300", "9e18G", "0x"} {
		if got, err := digits.ParseCount(text); err == nil {
			t.Errorf("%q: got %d, want an error", text, got)
		}
	}
}
