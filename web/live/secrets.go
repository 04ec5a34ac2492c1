package live

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"weft/internal/ascii"
)

// An Origin is the only recipient of some header fields: scheme, host and port.
type Origin struct {
	Site   string   // "https://example.org:8443", in any spelling
	Fields []string // each "Name: value"
}

// Credentials returns the Authorization field for a user name and a password as a URL spells them, "user:password".
func Credentials(userinfo string) string { return "Authorization: " + basic(userinfo) }

// originFields are the header fields of each site, as bytes, and the names of all of them.
func originFields(origins []Origin) (of map[string]string, names []string, err error) {
	of = map[string]string{}
	for _, o := range origins {
		t, err := parseTarget(o.Site)
		if err != nil || t.path != "/" || t.auth != "" {
			return nil, nil, fmt.Errorf("origin %q: want scheme, host and port, such as https://example.org", o.Site)
		}
		for _, f := range o.Fields {
			name, value, ok := strings.Cut(f, ":")
			if value = strings.TrimSpace(value); !ok || !isToken(name) || !plainText(value) {
				return nil, nil, fmt.Errorf("origin %s: a header field that is not \"Name: value\"", o.Site)
			}
			if ours(name) {
				return nil, nil, fmt.Errorf("origin %s: the header field %s is for the client to set", o.Site, name)
			}
			of[t.site] += name + ": " + value + "\r\n"
			names = append(names, name)
		}
	}
	return of, names, nil
}

// withoutSecrets removes fields for the server alone from a request, in place: Authorization, the fields of
// origins, and cookies if some were given.
func (c *Client) withoutSecrets(request []byte) []byte {
	kept := request[:0]
	for line := range bytes.Lines(request) {
		name, _, _ := bytes.Cut(line, colon)
		if !slices.ContainsFunc(c.secret, func(s string) bool { return ascii.EqualFold(name, s) }) {
			kept = append(kept, line...)
		}
	}
	return kept
}
