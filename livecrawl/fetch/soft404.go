package fetch

import (
	"context"

	"weft/crawl"
	"weft/crawl/polite"
	"weft/web/capture"
	"weft/web/live"
	"weft/web/similar"
)

// probe asks a host once for a page that surely does not exist, to know what it says then. It returns crawl.ErrLater if
// the page has to wait for the next turn.
func (f *fetcher) probe(ctx context.Context) error {
	w, v := f.web, f.v
	if !w.visits.Config().Soft404 || !w.claimProbe(v.Host) {
		return nil
	}
	url := string(similar.Missing(nil, v.URL, w.visits.Config().RandomSeed))
	err := w.client.Get(ctx, url, live.Condition{}, &f.answer)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p := new(similar.Probe)
	if err == nil {
		if err := v.keep(url, &f.answer, "probe"); err != nil {
			return err
		}
		if f.readBody(ctx, []byte(url)) == nil {
			p.Missing = f.answerOf(&f.page)
		}
		f.giveRoom() // a worker that waits for a response must not keep others from reading theirs
	}
	w.mu.Lock()
	w.probes[v.Host] = p
	w.mu.Unlock()
	if w.polite.Delay > 0 {
		w.sched.Back(v.turn, polite.Outcome{Took: f.answer.Took, Status: f.answer.Status})
		return crawl.ErrLater
	}
	return nil
}

// claimProbe says whether the caller is to probe a host.
func (w *Web) claimProbe(host string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.probes[host]; ok {
		return false
	}
	w.probes[host] = nil
	return true
}

// pretends reports whether a page equals its host's response about missing pages.
func (f *fetcher) pretends() bool {
	w := f.web
	w.mu.Lock()
	p := w.probes[f.v.Host]
	w.mu.Unlock()
	if p == nil || p.Missing.Status == 0 || f.page.Status/100 != 2 && f.page.Status/100 != 3 {
		return false
	}
	_, same := p.Same(f.answerOf(&f.page))
	return same
}

// answerOf describes a response for package similar.
func (f *fetcher) answerOf(p *capture.Reading) similar.Answer {
	a := similar.Answer{Status: p.Status}
	if len(p.Links) > 0 && p.Status/100 == 3 {
		a.Final = append(a.Final, p.Links[0].URL...)
	}
	if p.HTML {
		f.linker.print.Reset()
		f.linker.print.Write(p.Body[:min(len(p.Body), maxPrinted)]) //nolint:errcheck // returns none
		a.Print = f.linker.print.Print()
		a.Print.Title, a.Print.Data = append([]byte(nil), a.Print.Title...), nil
	}
	return a
}
