package sitemap

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestUnixForms(t *testing.T) {
	for date, want := range map[string]string{
		"2004":                             "2004-01-01T00:00:00Z",
		"2004-12":                          "2004-12-01T00:00:00Z",
		" 2004-12-23 ":                     "2004-12-23T00:00:00Z",
		"2004-12-23T18:00Z":                "2004-12-23T18:00:00Z",
		"2004-12-23T18:00:15+09:00":        "2004-12-23T09:00:15Z",
		"2004-12-23T18:00:15.25-0130":      "2004-12-23T19:30:15Z",
		"2004-12-23 18:00:15":              "2004-12-23T18:00:15Z",
		"2004-02-29":                       "2004-02-29T00:00:00Z",
		"0000-01-01":                       "0000-01-01T00:00:00Z",
		"2016-12-31T23:59:60Z":             "2017-01-01T00:00:00Z",
		"Thu, 05 Jan 2017 12:34:50 GMT":    "2017-01-05T12:34:50Z",
		"Thu, 05 Jan 17 13:34:52 +0100":    "2017-01-05T12:34:52Z",
		"5 January 1999 13:34 EST":         "1999-01-05T18:34:00Z",
		"05 Jan 99 00:00:00 Z":             "1999-01-05T00:00:00Z",
		"05 Jan 17 13:34:55":               "",
		"":                                 "",
		"yesterday":                        "",
		"2004-13":                          "",
		"2004-02-30":                       "",
		"2003-02-29":                       "",
		"1900-02-29":                       "",
		"2004-1-2":                         "",
		"2004-12-23T":                      "",
		"2004-12-23T24:00:00Z":             "",
		"2004-12-23T18:00:15+9":            "",
		"2004-12-23T18:00:15 Mars":         "",
		"2004/12/23":                       "",
		"20041223":                         "",
		"Thu, 32 Jan 2017 12:34:50 GMT":    "",
		"Thu, 05 Foo 2017 12:34:50 GMT":    "",
		"Thu, 05 anf 2017 12:34:50 GMT":    "",
		"Thu, 05 Jan 2017 12:34:50 +2500":  "",
		"Thu, 05 Jan 02017 12:34:50 +0000": "",
	} {
		got, ok := Unix(date)
		if ok != (want != "") || ok && time.Unix(got, 0).UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: got %s, %v, want %q", date, time.Unix(got, 0).UTC().Format(time.RFC3339), ok, want)
		}
	}
}

// Package time knows the calendar, too.
func TestUnixIsTheCalendar(t *testing.T) {
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 20000 {
		want := rng.Int64N(10000*31556952) - 62167219200 // from year 0
		at := time.Unix(want, 0).In(time.FixedZone("", (rng.IntN(47)-23)*1800))
		for _, layout := range []string{time.RFC3339, time.RFC1123Z} {
			if at.Year() < 0 || at.Year() > 9999 {
				continue
			}
			if got, ok := Unix(at.Format(layout)); !ok || got != want {
				t.Fatalf("seed %d: %s: got %d, %v, want %d", seed, at.Format(layout), got, ok, want)
			}
		}
	}
}
