package crawl

import "errors"

// errNotFed reports a strategy that cannot crawl with a Feed.
var errNotFed = errors.New("pages were handed out, and the strategy chooses pages itself")

// takeHanded takes the pages that the feed hands out. Pages that were never picked are logged, and the strategy picks them.
// The others continue where they stand.
func (l *loop) takeHanded(q Queue) error {
	if l.o.Feed == nil || l.stopped {
		return nil
	}
	list, err := l.o.Feed.Next()
	if err != nil || len(list) == 0 {
		return err
	}
	r := Reply{Handed: true}
	for _, h := range list {
		r.Links = append(r.Links, h.Out)
	}
	if l.o.Fits != nil && !l.o.Fits(&r) {
		return ErrStop
	}
	r.Links, l.links = r.Links[:0], l.links[:0]
	for _, h := range list {
		link, err := l.number(&h.Out)
		if err != nil {
			return err
		}
		if l.taken.Has(int(link.To)) {
			if err := l.retake(q, link.To); err != nil {
				return err
			}
			continue
		}
		l.links, r.Links, r.Note = append(l.links, link), append(r.Links, h.Out), append(r.Note, h.Note...)
	}
	if len(r.Links) == 0 {
		return nil
	}
	return l.record(Pick{Page: None}, &r)
}

// retake continues with a page that was picked before: it is under way, lost, postponed or learnt.
func (l *loop) retake(q Queue, at Page) error {
	if p, ok := pickOf(l.shelved, at); ok {
		delete(l.shelved, p.Seq)
		l.under[p.Seq] = p
		q.Put(p)
		return nil
	}
	if p, ok := pickOf(l.under, at); ok {
		l.anew[p.Seq] = true
		return nil
	}
	if !l.again.Has(int(at)) {
		l.o.Feed.Had(l.o.Pages.Key(at))
		return nil
	}
	if l.o.Feed.Postponed(at) {
		return nil
	}
	p := Pick{Seq: l.stats.Picked, Page: at, Key: l.o.Pages.Key(at)}
	if err := l.begun(p); err != nil {
		return err
	}
	q.Put(p)
	return nil
}

// pickOf returns the pick of a page.
func pickOf(picks map[uint64]Pick, at Page) (Pick, bool) {
	for _, p := range picks {
		if p.Page == at {
			return p, true
		}
	}
	return Pick{}, false
}

// lose shelves a pick until its page is handed out again. If the page was handed out before the loop learns of the loss,
// lose queues the pick again.
func (l *loop) lose(q Queue, p Pick) {
	if l.anew[p.Seq] {
		delete(l.anew, p.Seq)
		q.Put(p)
		return
	}
	delete(l.under, p.Seq)
	l.shelved[p.Seq] = p
}

// learntHanded tells the strategy of pages that were handed out, and who asked.
func (l *loop) learntHanded(p Pick, r *Reply, links []Link) error {
	s, ok := l.o.Strategy.(Fed)
	if !ok {
		return errNotFed
	}
	s.Handed(links)
	return l.tell(p, r, links)
}
