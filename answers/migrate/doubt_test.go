package migrate

import (
	"strings"
	"testing"
)

// Crawls that share next to no pages raise a doubt, in numbers; those that share enough, or of nothing, raise none.
func TestDoubtOfStrangers(t *testing.T) {
	for _, c := range []struct {
		Common
		want string
	}{
		{Common{}, ""},
		{Common{OldPages: 1000, Pages: 900, OldHosts: 3, Hosts: 3}, ""},
		{Common{OldPages: 1000, OldHosts: 3}, "none of the 1,000 pages of the older crawl can be found in the newer one, and none of its 3 hosts is:"},
		{Common{OldPages: 100_000, Pages: 1, OldHosts: 3, Hosts: 1}, "only 1 of the 100,000 pages of the older crawl can be found in the newer one, and 1 of its 3 hosts is:"},
		{Common{OldPages: 100_000, Pages: 2, OldHosts: 3000, Hosts: 2}, "only 2 of the 100,000 pages of the older crawl can be found in the newer one, and 2 of its 3,000 hosts are:"},
	} {
		if got := c.doubt(); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: got %q, want %q", c.Common, got, c.want)
		}
	}
}
