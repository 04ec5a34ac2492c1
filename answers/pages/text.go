package pages

import (
	"context"
	"errors"
	"fmt"

	"weft/graph"
	"weft/internal/option"
	"weft/store/textindex"
)

// Best is the order of pages that were found by their texts: the best score first.
const Best = "best"

// Texts returns the index of texts of the crawl, or the reason why there is none: [textindex.ErrNone],
// [textindex.ErrOld], or damage.
func (s *Source) Texts() (*textindex.Index, error) {
	return s.texts.Get(func() (*textindex.Index, error) { return textindex.Open(s.c) })
}

// A Search is the result of a search in texts.
type Search struct {
	Found   int             // pages that were found
	AtLeast bool            // there may be more
	Cuts    []textindex.Cut // prefixes of too many words
	Texts   int             // pages of the crawl with an indexed text
	Left    textindex.Left  // fetched pages that are not in the index

	query textindex.Query
	hits  []textindex.Hit
}

// Len returns the number of pages of the result that are held, the best first.
func (s *Search) Len() int { return len(s.hits) }

// From leaves out the first n hits.
func (s *Search) From(n int) { s.hits = s.hits[min(n, len(s.hits)):] }

// Search returns the best k pages of a query with a text, in the order [Best]; 0 for all. All other parts of the
// query restrict the result. If slow is set, they may read all names, facts and links, as in [Source.Find].
// [ErrNoTexts] says that the crawl has no usable index of texts.
func (s *Source) Search(ctx context.Context, q *Query, k int, slow bool) (*Search, error) {
	text, err := parseText(q.Text)
	if err != nil {
		return nil, err
	}
	x, err := s.Texts()
	if err != nil {
		return nil, noTexts(err)
	}
	rest := *q
	rest.Text = ""
	found, err := s.Find(ctx, &rest, slow)
	if err != nil {
		return nil, err
	}
	if k == 0 {
		k = x.Pages()
	}
	got, err := x.Best(ctx, text, found.filter(), k)
	if err != nil {
		return nil, refusedText(err)
	}
	return &Search{got.Count, got.AtLeast, got.Cuts, x.Pages(), x.Left, text, got.Hits}, nil
}

// parseText reads a query. Errors name the option.
func parseText(text string) (textindex.Query, error) {
	q, err := textindex.Parse(text)
	if err != nil {
		err = option.Errorf("{text} %.100s: %w", text, err)
	}
	return q, err
}

// filter returns the pages of the result as a filter of texts.
func (f *Found) filter() textindex.Filter {
	return textindex.Filter{Lo: f.keys.Lo, Hi: f.keys.Hi, Set: f.set}
}

// ErrNoTexts says that a crawl has no usable index of texts.
var ErrNoTexts = errors.New("texts cannot be searched")

func noTexts(err error) error { return fmt.Errorf("%w: %w", ErrNoTexts, err) }

// ErrText says that a query of texts is refused.
var ErrText = errors.New("the query is too wide")

// refusedText marks the error of a prefix of too many words.
func refusedText(err error) error {
	if many := (*textindex.TooMany)(nil); errors.As(err, &many) {
		return option.Errorf("{text} %w: %w", ErrText, err)
	}
	return err
}

// Nodes returns the pages of all hits.
func (s *Search) Nodes(of *Source) []graph.Node {
	all := make([]graph.Node, len(s.hits))
	for i, h := range s.hits {
		all[i] = of.c.AtKey(h.Position)
	}
	return all
}

// Each calls f with the rows of all hits, with score and snippet.
func (s *Source) Each(ctx context.Context, found *Search, rows *Reader, f func(p *Row) error) error {
	x, err := s.Texts()
	if err != nil {
		return noTexts(err)
	}
	var room []byte
	for i, h := range found.hits {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p, err := rows.At(s.c.AtKey(h.Position))
		if err != nil {
			return err
		}
		if rows.wants("score") {
			p.Score = &h.Score
		}
		if rows.wants("snippet") {
			_, text, _, err := x.Text(room, h.Position)
			if err != nil {
				return err
			}
			snippet := found.query.SnippetOf(text)
			p.Snippet, p.Marks = snippet.Text, snippet.Marks
		}
		if err := f(&p); err != nil {
			return err
		}
	}
	return nil
}

// matching keeps the pages whose texts match a query.
func (s *Source) matching(ctx context.Context, text string, found *Found) error {
	q, err := parseText(text)
	if err != nil {
		return err
	}
	x, err := s.Texts()
	if err != nil {
		return noTexts(err)
	}
	set, _, err := x.Match(ctx, q, found.filter())
	if err != nil {
		return refusedText(err)
	}
	found.and(set)
	return nil
}
