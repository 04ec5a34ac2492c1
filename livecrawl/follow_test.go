package livecrawl

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"weft/crawl"
	"weft/crawl/journal"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/livecrawl/folder"
)

// list keeps nothing but how many names there are.
type toldList struct{ n int }

func (l *toldList) Append([]byte) error                           { l.n++; return nil }
func (l *toldList) Len() int                                      { return l.n }
func (l *toldList) Name(dst []byte, _ crawl.Page) ([]byte, error) { return append(dst, 'x'), nil }
func (l *toldList) Flush() error                                  { return nil }
func (l *toldList) Sync() error                                   { return nil }

// Of a log that has a page more than once, the first reply that had it is told, and every later one is counted. Replies
// before that, and those of pages that are not had, are told as they are.
func TestFollowTellsAPageOnce(t *testing.T) {
	r := drawn.Rand(t)
	for range 5 {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, folder.CrawlFile), []byte(`{"kind":"`+folder.Kind+`","format":1}`), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := journal.Create(filepath.Join(dir, folder.LogDir), []byte("header"), &toldList{}, nil, journal.End{})
		if err != nil {
			t.Fatal(err)
		}
		var want []crawl.Page
		had, again := map[crawl.Page]bool{}, 0
		const pages = 20
		seeds := make([]crawl.Link, pages)
		for u := range seeds {
			seeds[u] = crawl.Link{To: crawl.Page(u), New: true, Name: []byte("x")}
		}
		if err := j.Learnt(crawl.Pick{Page: crawl.None}, &crawl.Reply{}, seeds); err != nil {
			t.Fatal(err)
		}
		for seq := range uint64(100) {
			p := crawl.Pick{Seq: seq, Page: crawl.Page(r.IntN(pages))}
			reply := &crawl.Reply{State: []page.State{page.Fetched, page.Fetched, page.Failed, page.Redirected}[r.IntN(4)], Aside: r.IntN(8) == 0}
			if err := j.Picked(p); err != nil {
				t.Fatal(err)
			}
			if err := j.Learnt(p, reply, []crawl.Link{{To: crawl.Page(r.IntN(pages))}}); err != nil {
				t.Fatal(err)
			}
			if had[p.Page] {
				again++
				continue
			}
			had[p.Page] = reply.State == page.Fetched && !reply.Aside
			want = append(want, p.Page)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		var got []crawl.Page
		did, err := Follow(dir, func(p crawl.Pick, _ *crawl.Reply, links []crawl.Link) error {
			if p.Page != crawl.None {
				got = append(got, p.Page)
			} else if len(links) != pages {
				t.Errorf("%d seeds", len(links))
			}
			return nil
		})
		if err != nil || !slices.Equal(got, want) || did.Again != again {
			t.Errorf("%v, %d again, %v; want %v, %d again", got, did.Again, err, want, again)
		}
	}
}
