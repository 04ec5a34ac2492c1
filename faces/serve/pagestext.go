package serve

import (
	"context"
	"errors"
	"fmt"

	"weft/answers/pages"
	"weft/internal/digits"
	"weft/store/textindex"
)

// hasTexts reports whether the texts of pages can be searched.
func (o *opened) hasTexts() bool {
	_, err := o.find.Texts()
	return err == nil
}

// search finds the best pages of a search in texts, with snippets.
func (v *paged) search(ctx context.Context, o *opened, q query) error {
	got, err := o.find.Search(ctx, &q.Query, min(q.From+q.Rows, mostRanked), false)
	switch {
	case errors.Is(err, textindex.ErrNone), errors.Is(err, textindex.ErrOld):
		v.NoTexts = err.Error()
		return nil
	case errors.Is(err, pages.ErrSlow):
		v.Waiting = true
		return nil
	case errors.Is(err, pages.ErrText):
		return refusedError{err}
	case err != nil:
		return err
	}
	v.Count = digits.Plural(got.Found, "page")
	if got.AtLeast {
		v.Count += " or more"
	}
	if l := got.Left; l.NotHTML+l.Missing+l.Damaged+l.Empty > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("Fetched pages without an indexed text: %s not HTML, %s without a record, %s with a damaged record, %s without text.",
			digits.Grouped(l.NotHTML), digits.Grouped(l.Missing), digits.Grouped(l.Damaged), digits.Grouped(l.Empty)))
	}
	for _, c := range got.Cuts {
		v.Notes = append(v.Notes, fmt.Sprintf("%s* stands for the %s most frequent of its %s words.", c.Prefix, digits.Grouped(c.Used), digits.Grouped(c.Words)))
	}
	next := got.Len()
	if next == q.From+q.Rows && next < min(got.Found, mostRanked) {
		v.Next = q.with(q.Sort, next)
	}
	if q.From > 0 {
		v.Previous, v.First = q.with(q.Sort, max(0, q.From-q.Rows)), q.with(q.Sort, 0)
	}
	if got.Found > mostRanked {
		v.Cut = mostRanked
	}
	got.From(q.From)
	columns := o.columns(q)
	v.setHeads(q, columns)
	rows, err := o.find.Rows(byURL, append([]string{"url", "title", "score", "snippet"}, columns...))
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // only read
	return o.find.Each(ctx, got, rows, func(p *pages.Row) error {
		v.add(q, p, columns)
		return nil
	})
}

// piecesOf cuts a snippet at its marks, which count characters.
func piecesOf(p *pages.Row) (all []piece) {
	text, at := []rune(p.Snippet), 0
	for _, m := range p.Marks {
		from, to := m[0], m[1]
		if from < at || to < from || to > len(text) {
			return []piece{{Text: p.Snippet}}
		}
		all = append(all, piece{Text: string(text[at:from])}, piece{string(text[from:to]), true})
		at = to
	}
	return append(all, piece{Text: string(text[at:])})
}
