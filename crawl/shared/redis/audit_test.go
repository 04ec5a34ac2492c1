package redis

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// A dump is all keys of a frontier, without their prefix.
type dump map[string][]string // lists, sets and hashes (fields and values in turn)

func dumpOf(t *testing.T, s *Service) dump {
	t.Helper()
	d := dump{}
	keys, _ := do(t, s, "KEYS", s.pool.address.prefix()+"*").([]any)
	for _, k := range keys {
		key := string(k.([]byte))
		read := map[string][]string{
			"list": {"LRANGE", key, "0", "-1"}, "set": {"SMEMBERS", key}, "hash": {"HGETALL", key}, "zset": {"ZRANGE", key, "0", "-1"},
		}[string(do(t, s, "TYPE", key).([]byte))]
		if read == nil { // a string
			continue
		}
		values, _ := do(t, s, read...).([]any)
		for _, v := range values {
			d[strings.TrimPrefix(key, s.pool.address.prefix())] = append(d[strings.TrimPrefix(key, s.pool.address.prefix())], string(v.([]byte)))
		}
	}
	return d
}

// pairs returns a hash.
func (d dump) pairs(key string) map[string]string {
	m := map[string]string{}
	for i := 0; i+1 < len(d[key]); i += 2 {
		m[d[key][i]] = d[key][i+1]
	}
	return m
}

// of calls f for each key of a kind.
func (d dump) of(kind string, f func(rest string, values []string)) {
	for key, values := range d {
		if rest, ok := strings.CutPrefix(key, kind+":"); ok {
			f(rest, values)
		}
	}
}

// audit compares the keys of a frontier with each other, as the table of docs/architecture/shared-frontier.md describes them.
func audit(t *testing.T, s *Service) {
	t.Helper()
	d := dumpOf(t, s)
	queued, counted, open, seen := 0, 0, 0, 0
	d.of("queue", func(_ string, pages []string) { queued += len(pages) })
	holder, all := map[string]string{}, 0
	d.of("held", func(who string, _ []string) {
		held, state := d.pairs("held:"+who), d.pairs("state:"+who)
		hosts, work := map[string]string{}, map[string]string{}
		numbers := map[string][2]int{}
		for id, packed := range held {
			p, err := unpack([]byte(packed))
			if err != nil {
				t.Fatal(err)
			}
			if was, ok := holder[p.Host]; ok && was != who {
				t.Errorf("%q is held by %s and %s", p.Host, was, who)
			}
			holder[p.Host] = who
			n := numbers[p.Host]
			n[0]++
			if state[id] == "" {
				n[1]++
			}
			if state[id] != "aside" {
				counted++
			}
			numbers[p.Host] = n
			all++
		}
		for host, n := range numbers {
			hosts[host], work[host] = fmt.Sprint(n[0]), fmt.Sprint(n[1])
		}
		if got := d.pairs("hosts:" + who); !maps.Equal(got, hosts) {
			t.Errorf("hosts of %s: %v, want %v", who, got, hosts)
		}
		if got := d.pairs("work:" + who); !maps.Equal(got, work) {
			t.Errorf("work of %s: %v, want %v", who, got, work)
		}
		if n := len(d["order:"+who]); n != len(held) {
			t.Errorf("order of %s has %d pages, want %d", who, n, len(held))
		}
		if !strings.Contains(strings.Join(d["lease"], "\n"), who) {
			t.Errorf("%s holds pages without a lease", who)
		}
	})
	d.of("state", func(who string, _ []string) {
		for id := range d.pairs("state:" + who) {
			if d.pairs("held:" + who)[id] == "" {
				t.Errorf("%s has a state of a page that it does not hold", who)
			}
		}
	})
	auditFree(t, d, holder)
	d.of("open", func(_ string, list []string) { open, seen = open+len(list), seen+len(list) })
	d.of("done", func(_ string, list []string) { seen += len(list) })
	want := map[string]int{"queued": queued, "held": counted, "seen": seen}
	for what, n := range want {
		if got := d.pairs("count")[what]; got != fmt.Sprint(n) && (got != "" || n != 0) {
			t.Errorf("count of %s: %s, want %d", what, got, n)
		}
	}
	if open != queued+all {
		t.Errorf("%d pages are open, want %d queued and %d held", open, queued, all)
	}
}

// auditFree wants each free host with pages in the list of the crawler that held it last, once, and no others.
func auditFree(t *testing.T, d dump, holder map[string]string) {
	t.Helper()
	free := map[string]string{}
	d.of("free", func(who string, hosts []string) {
		for _, host := range hosts {
			if _, twice := free[host]; twice {
				t.Errorf("%q is free twice", host)
			}
			free[host] = who
		}
	})
	want := map[string]string{}
	last := d.pairs("last")
	d.of("queue", func(host string, _ []string) {
		if _, held := holder[host]; !held {
			want[host] = last[host]
		}
	})
	if !maps.Equal(free, want) {
		t.Errorf("free hosts are %v, want %v", free, want)
	}
	for host, who := range holder {
		if last[host] != who {
			t.Errorf("%q was held last by %q, want %q, which holds it", host, last[host], who)
		}
	}
}
