package papers

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// findingOf is the first finding of a run about a claim.
func findingOf[R any](file string, of checks[R], run R, id string) finding {
	all := of[id](run, claimNamed(file, id))
	if len(all) == 0 {
		return finding{ours: "no finding"}
	}
	return all[0]
}

// Every claim has a check and every check a claim, and the texts are whole.
func TestClaimsAndChecks(t *testing.T) {
	claims, err := readClaims()
	if err != nil {
		t.Fatal(err)
	}
	has := map[string][]string{
		"seeds": keys(seedsChecks), "fidelity": keys(fidelityChecks), "external": keys(externalChecks),
		"random": keys(randomChecks), "random-claims": keys(randomClaimChecks), "site": keys(siteChecks),
	}
	for file, list := range claims {
		var ids []string
		for _, c := range list {
			ids = append(ids, c.ID)
			checkClaim(t, file, &c)
		}
		slices.Sort(ids)
		if want := has[file]; !slices.Equal(ids, want) {
			t.Errorf("claims/%s.toml has claims %q, and there are checks of %q", file, ids, want)
		}
	}
	if len(claims) != len(has) {
		t.Errorf("%d files of claims, checks of %d", len(claims), len(has))
	}
}

func keys[R any](of checks[R]) (ids []string) {
	for id := range of {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

func checkClaim(t *testing.T, file string, c *claim) {
	t.Helper()
	at := fmt.Sprintf("claims/%s.toml, %q", file, c.ID)
	if c.ID == "" || c.Where == "" || c.What == "" || c.Paper == "" {
		t.Errorf("%s: a text is missing: %+v", at, c)
	}
	if text := c.Paper + c.Rule; placeholder.MatchString(text) || strings.Contains(text, "  ") {
		t.Errorf("%s: a placeholder or two blanks: %s", at, text)
	}
	for _, b := range []*bounds{c.Agrees, c.Unsure} {
		if b != nil && b[0] > b[1] {
			t.Errorf("%s: an empty range %v", at, *b)
		}
	}
	if c.Unsure != nil && (c.Agrees == nil || !c.Unsure.has(c.Agrees[0]) || !c.Unsure.has(c.Agrees[1])) {
		t.Errorf("%s: what agrees, %v, lies outside of what is not judged, %v", at, c.Agrees, c.Unsure)
	}
	if (c.Agrees != nil || c.Unsure != nil) && c.Rule == "" {
		t.Errorf("%s: a range without a rule for readers", at)
	}
}
