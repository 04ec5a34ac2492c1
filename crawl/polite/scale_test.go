package polite_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"weft/crawl/polite"
)

// An asking is a line of a server's log, as virtual time has it.
type asking struct {
	host       string
	addr       netip.Addr
	begin, end time.Duration
	wait       time.Duration // what the host then wanted
}

// A site is one of many hosts.
type site struct {
	name        string
	addr        netip.Addr
	own, served time.Duration
	items       int
}

func manySites(r *rand.Rand, n int) []site {
	list := make([]site, n)
	for i := range list {
		s := site{name: fmt.Sprintf("h%d.example", i), items: 1 + r.IntN(8), served: time.Duration(1+r.IntN(2000)) * time.Millisecond}
		at := i
		if i%10 == 0 {
			at = i / 100 * 100 // ten hosts in a hundred share an address
		}
		s.addr = netip.AddrFrom4([4]byte{10, 0, byte(at >> 8), byte(at)})
		if i%7 == 0 {
			s.own = time.Duration(1+r.IntN(10)) * time.Second
		}
		list[i] = s
	}
	return list
}

// crawlAll asks for everything and returns what was asked.
func crawlAll(t *testing.T, s *polite.Scheduler[int], sites []site, workers int, r *rand.Rand) (log []asking) {
	t.Helper()
	byName, left := map[string]*site{}, 0
	for i := range sites {
		byName[sites[i].name] = &sites[i]
		left += sites[i].items
	}
	for k := range 8 {
		for i := range sites {
			if k < sites[i].items {
				s.Put(sites[i].name, k)
			}
		}
	}
	start := time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	var mu sync.Mutex // also of r
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				turn, err := s.Take(ctx)
				if err != nil {
					return
				}
				site := byName[turn.Host]
				if !s.Located(turn, site.addr) {
					continue
				}
				a := asking{host: site.name, addr: site.addr, begin: time.Since(start), wait: max(time.Second, site.own)}
				mu.Lock()
				took := time.Duration(float64(site.served) * (0.5 + r.Float64()))
				if r.IntN(20) == 0 {
					a.wait = max(a.wait, time.Duration(r.IntN(30))*time.Second)
				}
				mu.Unlock()
				time.Sleep(took)
				a.end = time.Since(start)
				s.SetDelay(site.name, site.own)
				mu.Lock()
				log = append(log, a)
				if left--; left == 0 {
					cancel()
				}
				mu.Unlock()
				s.Done(turn, polite.Outcome{Status: 200, Took: took, RetryAfter: a.wait})
			}
		})
	}
	wg.Wait()
	cancel()
	return log
}

// With 10,000 hosts, from the log alone: never two at a time, never early, and hardly ever late.
func TestTenThousandHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const addressDelay = 500 * time.Millisecond
		r := rand.New(rand.NewPCG(3, 4))
		sites := manySites(r, 10_000)
		s := polite.New[int](polite.Options{Delay: time.Second, AddressDelay: addressDelay})
		log := crawlAll(t, s, sites, 10_000, r)
		slices.SortFunc(log, func(a, b asking) int { return cmp.Compare(a.begin, b.begin) })
		hosts, addrs := map[string]time.Duration{}, map[netip.Addr]time.Duration{}
		shared := map[netip.Addr]int{}
		for _, s := range sites {
			shared[s.addr]++
		}
		used := map[string]time.Duration{} // beyond what was allowed
		allowed := map[string]time.Duration{}
		for _, a := range log {
			due := max(hosts[a.host], addrs[a.addr])
			if a.begin < due {
				t.Fatalf("%s at %v was asked at %v, before %v", a.host, a.addr, a.begin, due)
			}
			if shared[a.addr] == 1 {
				used[a.host] += a.begin - due
				allowed[a.host] = a.end + a.wait
			}
			hosts[a.host], addrs[a.addr] = a.end+a.wait, a.end+addressDelay
		}
		for host, late := range used {
			if late > allowed[host]/10 {
				t.Errorf("%s took %v, of which %v were too late", host, allowed[host], late)
			}
		}
		if want := 0; s.Len() != want || len(log) < 40_000 {
			t.Errorf("%d items are left of %d", s.Len(), len(log))
		}
		checkShared(t, log, shared, addressDelay)
	})
}

// checkShared holds that an address with many hosts is asked whenever it and one of them may be.
func checkShared(t *testing.T, log []asking, shared map[netip.Addr]int, addressDelay time.Duration) {
	t.Helper()
	left, due := map[netip.Addr]map[string]int{}, map[string]time.Duration{}
	for _, a := range log {
		if left[a.addr] == nil {
			left[a.addr] = map[string]int{}
		}
		left[a.addr][a.host]++
	}
	open, late, total := map[netip.Addr]time.Duration{}, time.Duration(0), time.Duration(0)
	for _, a := range log {
		if shared[a.addr] == 1 {
			continue
		}
		first := time.Duration(1 << 62)
		for host, n := range left[a.addr] {
			if n > 0 {
				first = min(first, due[host])
			}
		}
		late += a.begin - max(first, open[a.addr])
		total = max(total, a.end)
		left[a.addr][a.host]--
		due[a.host], open[a.addr] = a.end+a.wait, a.end+addressDelay
	}
	if late > total/10 {
		t.Errorf("shared addresses were asked too late by %v in all", late)
	}
}

// Few workers and many hosts: nobody starves, as each is asked in the order in which it became ready.
func TestFairness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := polite.New[int](polite.Options{Delay: 100 * time.Millisecond})
		for range 50 {
			for h := range 100 {
				s.Put(fmt.Sprint(h), 0)
			}
		}
		asked := map[string]int{}
		for n := range 5000 {
			turn, err := s.Take(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * time.Millisecond) // so that 100 hosts take 300 ms
			asked[turn.Host]++
			if n%100 == 99 {
				for h := range 100 {
					if got := asked[fmt.Sprint(h)]; got != n/100+1 {
						t.Fatalf("after %d turns host %d was asked %d times", n+1, h, got)
					}
				}
			}
			s.Done(turn, polite.Outcome{})
		}
	})
}

// Hosts without items are forgotten when their delay is over.
func TestForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := polite.New[int](polite.Options{Delay: time.Second, AddressDelay: 2 * time.Second})
		for i := range 1000 {
			s.Put(fmt.Sprint(i), i)
			turn, err := s.Take(t.Context())
			if err != nil || !s.Located(turn, netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), byte(i)})) {
				t.Fatal(err)
			}
			o := polite.Outcome{Status: 200}
			switch i % 100 {
			case 0:
				s.SetDelay(turn.Host, 10*time.Second)
			case 1:
				o.Failed = true
			}
			s.Done(turn, o)
		}
		if got := s.Stats(); got.Hosts != 1000 || got.Addresses != 1000 {
			t.Errorf("got %+v, want 1000 hosts and addresses", got)
		}
		time.Sleep(1999 * time.Millisecond)
		if got := s.Stats(); got.Hosts != 20 || got.Addresses != 1000 {
			t.Errorf("after 2 s: got %+v, want 20 hosts, those with delays of their own, and 1000 addresses", got)
		}
		time.Sleep(time.Hour)
		if got := s.Stats(); got.Hosts != 10 || got.Addresses != 10 {
			t.Errorf("after an hour: got %+v, want 10 hosts with delays of their own", got)
		}
		for i := range 1000 {
			s.SetDelay(fmt.Sprint(i), 0)
		}
		if got := s.Stats(); got.Hosts != 0 || got.Addresses != 0 {
			t.Errorf("without delays of their own: got %+v, want nothing", got)
		}
	})
}
