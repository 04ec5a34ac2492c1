package digits_test

import (
	"math"
	"testing"
	"time"

	"weft/internal/digits"
)

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567", -1: "-1", -999: "-999", -1000: "-1,000",
		-123456: "-123,456", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := digits.Grouped(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
	if got := digits.Grouped(uint64(math.MaxUint64)); got != "18,446,744,073,709,551,615" {
		t.Errorf("the largest number is written %q", got)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{digits.Plural(1, "value"), "1 value"},
		{digits.Plural(0, "value"), "0 values"},
		{digits.Plural(1200, "query"), "1,200 queries"},
		{digits.Plural(2, "day"), "2 days"},
		{digits.Verb(0, "was", "were") + digits.Verb(uint64(1), "was", "were") + digits.Verb(2, "was", "were"), "werewaswere"},
		{digits.Fixed(-0.0001, 2), "0.00"},
		{digits.Fixed(-1234.5, 1), "-1,234.5"},
		{digits.Fixed(math.NaN(), 1), "–"},
		{digits.InGroups("47206351000000000000000") + digits.InGroups("12"), "47,206,351,000,000,000,000,00012"},
		{digits.Small(0.0412, 4) + " " + digits.Small(4.17e-5, 4) + " " + digits.Small(-0.00096, 4) + " " + digits.Small(0, 4), "0.0412 0.000042 -0.00096 0.0000"},
		{digits.Small(0.9999, 4) + " " + digits.Small(1, 2) + " " + digits.Small(1e-30, 4) + " " + digits.Small(math.NaN(), 4), "0.9999 1.00 0.000000000000 –"},
		{digits.Share(int64(1), 3), "33.3 %"},
		{digits.Share(0, 3), "0 %"},
		{digits.Share(3, 3), "100 %"},
		{digits.Share(1, 1_000_000), "< 0.1 %"},
		{digits.Share(999_999, 1_000_000), "> 99.9 %"},
		{digits.Share(0, 0), "–"},
		{digits.P(0, 1000), "p < 0.001"},
		{digits.P(0.0004, 0), "p < 0.001"},
		{digits.P(0, 50), "p < 0.02"},
		{digits.P(0.042, 1000), "p = 0.042"},
		{digits.P(0.72, 1000), "p = 0.72"},
		{digits.P(math.NaN(), 0), "p = –"},
		{digits.WithError(2.10123, 0.0034), "2.101 ± 0.003"},
		{digits.WithError(3, 7.105e-15), "3.00"},
		{digits.WithError(5e6, 1e-7), "5,000,000.00"},
		{digits.WithError(0.5, 0.3), "0.50 ± 0.30"},
		{digits.About(1234567), "1,230,000"},
		{digits.About(999.6), "1,000"},
		{digits.About(0.4), "0"},
		{digits.Size(999), "999 B"},
		{digits.Size(5 << 20), "5.0 MiB"},
		{digits.Duration(90 * time.Second), "1m30s"},
		{digits.Duration(50 * time.Hour), "2d02h"},
		{digits.Roughly(90 * time.Minute), "1h30m"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestLevel(t *testing.T) {
	for p, want := range map[float64]string{0.1: "10 %", 0.05: "5 %", 0.001: "0.1 %"} {
		if got := digits.Level(p); got != want {
			t.Errorf("%g: got %q, want %q", p, got, want)
		}
	}
}
