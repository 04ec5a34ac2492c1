package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"weft/algo/distance"
	"weft/algo/rank"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/ascii"
	"weft/internal/digits"
	"weft/internal/lists"
	"weft/internal/mem"
	"weft/internal/npy"
	"weft/internal/option"
	"weft/store"
)

// A Part is some pages of a crawl with the arcs between them, for programs that draw. Pages are in increasing order.
type Part []graph.Node

// InDegree is the name under which Top counts the arcs to each page.
const InDegree = "in-degree"

// Everything returns all pages: 4 bytes each.
func (j *Job) Everything() Part {
	pages := make(Part, j.Crawl.NumPages())
	for u := range pages {
		pages[u] = graph.Node(u)
	}
	return pages
}

// Top returns the n pages with the largest score, ties to the smaller number, and the name of the score: that of a saved
// result, or InDegree, which is counted, at 4 bytes a page within the budget of the process. Without a name it is PageRank
// of the default options if there is one, else InDegree. A PageRank that is there and cannot be read, or that other options
// made, is an error: nothing is taken in its place.
func (j *Job) Top(ctx context.Context, r *store.Results, by string, n int, budget int64) (Part, string, error) {
	if by == "" {
		by = InDegree
		if r != nil && r.Has(measure.PageRank) {
			by = measure.PageRank
			if res, err := r.Describe(by); err == nil {
				if err := measure.CheckUsual(res); err != nil {
					return nil, by, option.Errorf("%w, or choose by it all the same with {by} %s", err, by)
				}
			}
		}
	}
	if by == InDegree {
		counts, err := j.inDegrees(ctx, budget)
		return sorted(rank.TopDegrees(counts, n)), by, err
	}
	if r == nil {
		return nil, by, option.Errorf("there is no result %s: a bare graph keeps none; leave {by} out", by)
	}
	p, err := topSaved(r, by, n)
	return p, by, err
}

// topSaved chooses by a saved result of any type.
func topSaved(r *store.Results, by string, n int) (Part, error) {
	scores, res, err := store.LoadVector[float64](r, by)
	if err == nil {
		defer scores.Close() //nolint:errcheck // nothing was written
		return sorted(rank.TopK(scores.Values, n, measure.TiesOf(res.Params))), nil
	}
	if errors.Is(err, npy.ErrType) {
		degrees, _, err := store.LoadVector[uint32](r, by)
		if err != nil {
			return nil, fmt.Errorf("the result %q is no score: %w", by, err)
		}
		defer degrees.Close() //nolint:errcheck // nothing was written
		return sorted(rank.TopDegrees(degrees.Values, n)), nil
	}
	if !r.Has(by) {
		return nil, option.Errorf("there is no saved result %q: run weft rank pagerank CRAWL first, or choose another with {by}", by)
	}
	return nil, fmt.Errorf("pages by %s: %w", by, err)
}

func (j *Job) inDegrees(ctx context.Context, budget int64) ([]uint32, error) {
	n := j.Crawl.NumPages()
	if err := mem.Check("the in-degrees of the pages", 4*int64(n), budget); err != nil {
		return nil, err
	}
	counts := make([]uint32, n)
	err := j.each(ctx, func(_ graph.Node, succ []graph.Node, _ []kinds.Set) error {
		for _, v := range succ {
			counts[v]++
		}
		return nil
	})
	return counts, err
}

// sorted puts pages in order, each once.
func sorted(pages []graph.Node) Part {
	slices.Sort(pages)
	return slices.Compact(pages)
}

// Host returns the pages of a host.
func (j *Job) Host(host string) (Part, error) {
	hosts, err := j.Crawl.Hosts()
	if err != nil {
		return nil, err
	}
	return group(hosts, "host", host)
}

// Domain returns the pages of a registered domain.
func (j *Job) Domain(domain string) (Part, error) {
	domains, err := j.Crawl.Domains()
	if err != nil {
		return nil, err
	}
	return group(domains, "domain", domain)
}

// group returns the pages of a group by its name.
func group(groups store.Groups, what, want string) (Part, error) {
	for g := range groups.Len() {
		name, err := groups.Name(g)
		if err != nil {
			return nil, err
		}
		if name == "" || name != strings.ToLower(want) {
			continue
		}
		var pages Part
		for of, u := range groups.Sorted() {
			if of == g {
				pages = append(pages, u)
			}
		}
		return sorted(pages), nil
	}
	i := strings.LastIndexByte(want, ':')
	if i > 0 && ascii.IsNumber(want[i+1:]) && (want[i-1] == ']' || strings.IndexByte(want, ':') == i) {
		return nil, fmt.Errorf("the crawl has no %s %q: the port is no part of a %[1]s: expected %[3]q", what, want, want[:i])
	}
	return nil, fmt.Errorf("the crawl has no %s %q", what, want)
}

// List reads a list of pages, a URL or a number a line, up to a tab; a line that begins with # is a comment. Lines that
// name no page of the crawl are an error that says how many there are, and the first. Errors call the list by name.
func (j *Job) List(r io.Reader, name string) (Part, error) {
	var pages Part
	missing, first := 0, error(nil)
	list := lists.New(r, name, 1<<20)
	for list.Next() {
		word, _, _ := strings.Cut(list.Text(), "\t")
		u, ok, err := j.Crawl.Page(strings.TrimSpace(word))
		if err != nil {
			return nil, list.At(err)
		}
		if !ok {
			if missing++; missing == 1 {
				first = list.At(fmt.Errorf("%.80q is no page of the crawl", word))
			}
			continue
		}
		pages = append(pages, u)
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	if missing > 1 {
		first = fmt.Errorf("%w, and %s more name none", first, digits.Plural(missing-1, "line"))
	}
	if first != nil {
		return nil, first
	}
	return sorted(pages), nil
}

// A Score is a saved result, written as an attribute of the pages of a Part.
type Score struct {
	Name  string
	Whole bool                      // the values are whole numbers
	text  func(u graph.Node) string // empty where there is no value
	close func() error
}

// Close unmaps the values.
func (s *Score) Close() error { return s.close() }

// Scores opens the saved results with these names; without names all that are scores of this graph, and says which others were
// left out, and why.
func Scores(r *store.Results, names []string) (scores []Score, left []error, err error) {
	all := len(names) == 0
	if all {
		if names, err = r.Names(); err != nil {
			return nil, nil, err
		}
	}
	for _, name := range names {
		s, err := openScore(r, name)
		switch {
		case err == nil:
			scores = append(scores, s)
		case all && (errors.Is(err, store.ErrOtherGraph) || errors.Is(err, npy.ErrType) || errors.Is(err, os.ErrNotExist)):
			// Of another graph, of a type that is no score, or what a process that was killed left half.
			left = append(left, fmt.Errorf("the result %s is left out: %w", name, err))
		case errors.Is(err, os.ErrNotExist) && !r.Has(name):
			return nil, nil, errors.Join(fmt.Errorf("there is no saved result %q: run the command that makes it first", name), closeAll(scores))
		default:
			return nil, nil, errors.Join(err, closeAll(scores))
		}
	}
	return scores, left, nil
}

func closeAll(scores []Score) error {
	var err error
	for i := range scores {
		err = errors.Join(err, scores[i].Close())
	}
	return err
}

func openScore(r *store.Results, name string) (Score, error) {
	var s Score
	err := npy.ErrType
	for _, open := range []func(*store.Results, string) (Score, error){openReal[float64], openReal[float32], openWhole[uint32], openWhole[uint8], openWhole[uint64]} {
		if s, err = open(r, name); !errors.Is(err, npy.ErrType) {
			break
		}
	}
	return s, err
}

// openReal opens a result of real numbers. What is not a number, such as the fidelity of a page that was not crawled,
// has no value.
func openReal[T float32 | float64](r *store.Results, name string) (Score, error) {
	v, _, err := store.LoadVector[T](r, name)
	if err != nil {
		return Score{}, err
	}
	bits := 64
	if _, short := any(T(0)).(float32); short {
		bits = 32
	}
	return Score{Name: name, close: v.Close, text: func(u graph.Node) string {
		if v.Values[u] != v.Values[u] {
			return ""
		}
		return strconv.FormatFloat(float64(v.Values[u]), 'g', -1, bits)
	}}, nil
}

// openWhole opens a result of whole numbers. Distances of pages that no path leads to have no value.
func openWhole[T interface{ uint8 | uint32 | uint64 }](r *store.Results, name string) (Score, error) {
	v, _, err := store.LoadVector[T](r, name)
	if err != nil {
		return Score{}, err
	}
	result := answer.PlainName(name)
	return Score{Name: name, Whole: true, close: v.Close, text: func(u graph.Node) string {
		if result == measure.DistanceVector && uint64(v.Values[u]) == uint64(distance.Unreached) {
			return ""
		}
		return strconv.FormatUint(uint64(v.Values[u]), 10)
	}}, nil
}
