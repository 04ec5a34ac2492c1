package main

import (
	"strings"
	"testing"

	"weft/livecrawl/fetch"
)

// What helps depends on why a seed was not fetched, whatever its URL or the rest of the reason says.
func TestHintsOfSeeds(t *testing.T) {
	for reason, want := range map[string]string{
		"private-address: 10.0.0.1 is a special address (private), which needs permission to connect to": "--allow-private",
		"certificate: x509: certificate has expired or is not yet valid":                                 "--insecure",
		"robots: Disallow: /":                       "--robots ignore",
		"robots: unreachable: refused: no":          "--robots ignore",
		"tls: remote error: certificate required":   "",
		"refused: dial tcp 127.0.0.1:1":             "",
		"the response has status 404":               "",
		"reset: robots: or certificate: may follow": "",
		"": "",
	} {
		got := hint(&seedError{fetch.SeedError{URL: "http://certificate.example/robots: ", Reason: reason}})
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: got the hint %q, want %q", reason, got, want)
		}
	}
}
