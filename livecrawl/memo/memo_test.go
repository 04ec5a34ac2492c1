package memo

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"weft/crawl"
	"weft/crawl/patience"
	"weft/crawl/trap"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
)

// madeNames are URLs of pages on hosts of ten pages each.
type madeNames int

func (n madeNames) Name(dst []byte, p crawl.Page) ([]byte, error) {
	return fmt.Appendf(dst, "http://h%d.example/s/%d?a=%d", p/10, p, p%7), nil
}

func (n madeNames) Len() int { return int(n) }

// madeTrackers are those of a crawl that has picked and learnt so many pages, each of which leads to so many new ones.
func madeTrackers(t *testing.T, learnt, links int) *Trackers {
	t.Helper()
	r := drawn.Rand(t)
	c := &folder.Config{Traps: true, Seeds: []string{"http://h0.example/s/0?a=0"}, Scope: folder.Scope{Area: "anywhere", Depth: 60_000}}
	k, err := New(c, madeNames(learnt*links+1), func() (int, int) { return 2026, 1 })
	if err != nil {
		t.Fatal(err)
	}
	k.Await(patience.New(patience.Options{}))
	seed := []crawl.Link{{To: 0, New: true}}
	if err := k.Learn(crawl.Pick{Page: crawl.None}, &crawl.Reply{}, seed, true); err != nil {
		t.Fatal(err)
	}
	next := crawl.Page(1)
	for i := range learnt {
		p := crawl.Pick{Seq: uint64(i), Page: crawl.Page(i)} //nolint:gosec // few
		k.Start(p)
		var list []crawl.Link
		for range links {
			list = append(list, crawl.Link{To: next, New: true, Kinds: []kinds.Set{kinds.Link, kinds.Link, kinds.Sitemap}[r.IntN(3)]})
			next++
		}
		list[0].Name, _ = k.names.Name(nil, list[0].To)
		k.hostNumbers.number(list[0])
		n := visit.Note{Status: 200, Size: 1000, HTML: true, Words: 100, Data: []uint16{uint16(i % 7), 9}, Print: r.Uint64() << (60 * (i % 2))} // some are near others
		if last := links - 1; last > 0 && int(list[last].To) > learnt+100 {
			// It is left out and was not picked, of every other page by the depth alone.
			list[last].Kinds, list[last].Barred = kinds.Link, true
			n.Limited = []uint64{uint64(last)}[i%2:] //nolint:gosec // few
		}
		reply := &crawl.Reply{State: page.Fetched}
		switch r.IntN(8) {
		case 0:
			reply.State, reply.Again = page.Ghost, true
		case 1:
			reply.State, reply.Again = page.Excluded, true
		}
		reply.Note = n.Append(nil)
		if reply.State == page.Fetched && k.visits.at(p.Seq).Rule == "" {
			reply.Note = visit.AppendFinding(reply.Note, &trap.Finding{Verdict: trap.News, Said: []uint32{r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()}})
		}
		if err := k.Learn(p, reply, list, true); err != nil {
			t.Fatal(err)
		}
	}
	return k
}

// What each tracker says that it takes is no less than what it does, for pages, hosts, and what waits or is held.
func TestBytesOfTrackers(t *testing.T) {
	for _, shape := range [][2]int{{2000, 100}, {60_000, 3}, {120_000, 1}} {
		before := heapInUse()
		k := madeTrackers(t, shape[0], shape[1])
		took, said := heapInUse()-before, k.Bytes()
		t.Logf("%d pages learnt with %d links: %s of heap, %s counted", shape[0], shape[1], mem.Format(took), mem.Format(said))
		if took > said || said > 8*took {
			t.Errorf("%d pages learnt with %d links: %s of heap, and %s are counted", shape[0], shape[1], mem.Format(took), mem.Format(said))
		}
		for _, one := range k.list { // what a tracker alone keeps
			with := heapInUse()
			said := one.bytes()
			name := fmt.Sprintf("%T", one)
			reflect.ValueOf(one).Elem().SetZero()
			if took := with - heapInUse(); took > said+1024 { // itself
				t.Errorf("%s takes %s, and says %s", name, mem.Format(took), mem.Format(said))
			}
		}
		runtime.KeepAlive(k)
	}
}

func heapInUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc) //nolint:gosec // of this machine
}

// What an earlier version counted together is not forgotten.
func TestLostOfEarlierVersions(t *testing.T) {
	var old tally
	if err := old.load(&saved{Counts: Counts{LostAside: 3}}); err != nil {
		t.Fatal(err)
	}
	if old.counts.LostParts != 3 || old.counts.LostAside != 0 {
		t.Errorf("got %+v", old.counts)
	}
}

// What was saved and loaded is what was there: it is saved as the same again, and learns further pages as the same.
func TestTrackersAreSavedWhole(t *testing.T) {
	k := madeTrackers(t, 3000, 4)
	for i := range 50 { // under way
		k.Start(crawl.Pick{Seq: uint64(3000 + i), Page: crawl.Page(3000 + i)}) //nolint:gosec // few
	}
	if err := k.Learn(crawl.Pick{Page: crawl.None}, &crawl.Reply{}, []crawl.Link{{To: 7, Kinds: kinds.Lost}}, true); err != nil {
		t.Fatal(err)
	}
	loaded, err := New(k.steering.cfg, k.names, func() (int, int) { return 2026, 1 })
	if err != nil {
		t.Fatal(err)
	}
	loaded.Await(patience.New(patience.Options{}))
	for i, p := range k.Files() {
		var b bytes.Buffer
		if err := p.Save(&b); err != nil {
			t.Fatal(err)
		}
		if err := loaded.Files()[i].Load(&b); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := k.Bytes(), loaded.Bytes(); a < b*9/10 || b < a*9/10 {
		t.Errorf("%d bytes are counted, and after loading %d", a, b)
	}
	var all saved
	for _, one := range k.list {
		one.save(&all)
	}
	for i := range reflect.ValueOf(all).NumField() {
		switch name := reflect.TypeOf(all).Field(i).Name; name {
		case "Added", "Held", "Free", "ToJudge", "Shells": // there is none here
		default:
			if reflect.ValueOf(all).Field(i).IsZero() {
				t.Errorf("nothing is saved of %s", name)
			}
		}
	}
	for i, one := range k.list {
		var was, is saved
		one.save(&was)
		loaded.list[i].save(&is)
		if _, ok := one.(*visits); ok { // in no order
			if len(was.Visits) != 50 || len(is.Visits) != 50 || was.Picks != is.Picks {
				t.Errorf("%d visits, and after loading %d", len(was.Visits), len(is.Visits))
			}
			continue
		}
		if was.Record != nil { // of which a buffer is not saved
			a, _ := was.Record.MarshalBinary()
			b, _ := is.Record.MarshalBinary()
			if was.Record, is.Record = nil, nil; !bytes.Equal(a, b) {
				t.Error("the estimate of the size is another one after loading")
			}
		}
		if !reflect.DeepEqual(was, is) {
			t.Errorf("%T is another one after loading", one)
		}
	}
}
