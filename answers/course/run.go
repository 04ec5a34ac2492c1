package course

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"weft/answers/answer"
	"weft/crawl"
	"weft/crawl/model"
	"weft/crawl/strategy"
	"weft/internal/mem"
	"weft/internal/splitmix"
)

// Courses holds the courses of one or more crawls of one Web.
//
//json:object simulate model
type Courses struct {
	Model    *Model       `json:"model,omitempty" absent:"it was not made"` // model from which the Web was made
	Kinds    string       `json:"kinds,omitempty" absent:"of a model"`      // kinds of arcs that count, joined by +
	WebPages int          `json:"web_pages"`                                // pages that can be crawled; 0 if unknown
	Points   []CrawlPoint `json:"points"`                                   // points of progress of all crawls, one crawl after the other
	Crawls   []*Crawl     `json:"crawls"`                                   // further data of each crawl

	plots string // the folder for them
	files []answer.File
}

// A Model holds the laws from which a Web was made.
//
//json:object random Web
type Model struct {
	In    string `json:"in"`    // the law of in-degrees
	Out   string `json:"out"`   // the law of out-degrees
	Pages int    `json:"pages"` // pages of the Web
	Links uint64 `json:"links"` // links to pages of the Web
	Seed  uint64 `json:"seed"`  // random seed
}

// A CrawlPoint is a point of the crawl by a strategy.
//
//json:object point of a crawl
//json:note The graph consists of the crawled pages, with each link between two of them once.
type CrawlPoint struct {
	Strategy string `json:"strategy"` // crawl to which the point belongs
	*Point
}

// A Crawl holds the measurements of a crawl beside its points.
//
//json:object measured crawl
type Crawl struct {
	Strategy  string `json:"strategy"`  // strategy, or the source of the crawl
	Starts    int    `json:"starts"`    // start pages
	Exhausted bool   `json:"exhausted"` // no page was left to crawl
	Missed    []int  `json:"missed"`    // points that the crawl did not reach, as numbers of crawled pages
	// about evenly spaced steps: 200 to 400, or one for each page if there are fewer
	Trail      []Step      `json:"trail"`
	CoreTables []CoreTable `json:"core_tables"` // cores among the first crawled pages

	points []*Point
}

// add puts what was measured of a crawl after the others.
func (r *Courses) add(c *Crawl, got *Result) {
	c.Missed, c.Trail, c.CoreTables, c.points = append([]int{}, got.Missed...), got.Trail, append([]CoreTable{}, got.CoreTables...), got.Points
	r.Crawls = append(r.Crawls, c)
	for _, p := range got.Points {
		r.Points = append(r.Points, CrawlPoint{c.Strategy, p})
	}
}

// Strategies are those in which a graph without names can be crawled.
func Strategies() []strategy.Named {
	return slices.DeleteFunc(slices.Clone(strategy.All), func(n strategy.Named) bool { return n.Wants != strategy.Nothing && n.Wants != strategy.HostHashes })
}

// ParseStrategies reads names with commas between.
func ParseStrategies(text string) (all []strategy.Choice, err error) {
	for name := range strings.SplitSeq(text, ",") {
		c, err := strategy.Parse(strings.TrimSpace(name), Strategies())
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(x strategy.Choice) bool { return nameOf(x) == nameOf(c) }) {
			return nil, fmt.Errorf("strategy %s is given twice", nameOf(c))
		}
		all = append(all, c)
	}
	return all, nil
}

// nameOf is how a strategy was named.
func nameOf(c strategy.Choice) string {
	if c.Takes == strategy.Count {
		return fmt.Sprintf("%s:%d", c.Name, c.Count)
	}
	return c.Name
}

// ParseProgress reads points of progress, "1,5,10,20,30%", as increasing numbers of crawled pages out of pages.
// Points that fall on the same page of a small Web become one point. A percent sign after the last number is for
// all.
func ParseProgress(text string, pages int) (at []int, err error) {
	before := 0.0
	for one := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(text), "%"), ",") {
		v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(one), "%"), 64)
		if err != nil || !(v > 0 && v <= 100) {
			return nil, fmt.Errorf("%q: expected percents of the pages, more than 0 and at most 100, such as 1,5,10,20,30%%", text)
		}
		if v <= before {
			return nil, fmt.Errorf("%q: expected increasing percents", text)
		}
		before, at = v, append(at, max(1, int(math.Round(v/100*float64(pages)))))
	}
	return slices.Compact(at), nil
}

// ParseMeasures reads names of measures, with commas between; "all" are all, "none" leaves what costs little.
func ParseMeasures(text string) (m Measures, err error) {
	if text == "none" {
		return Nothing, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(MeasureNames, strings.TrimSpace(name))
		switch {
		case strings.TrimSpace(name) == "all":
			m |= All
		case i < 0:
			return 0, fmt.Errorf("measure %q: expected all, none, or some of %s", name, strings.Join(MeasureNames, ", "))
		default:
			m |= 1 << i
		}
	}
	return m, nil
}

// A Walk is a crawl that is to be made.
type Walk struct {
	Web   crawl.Web
	Pages int // of the Web, which have the keys below it
	Seeds []crawl.Out
	Order strategy.Choice
	Limit int // pages to be crawled
	Seed  uint64
}

// ofOrder draws the order of a crawl.
const ofOrder splitmix.Domain = 0x6f72646572

// follow makes a crawl, and returns its course. Nothing of the crawl itself is held any more then.
func (w *Walk) follow(ctx context.Context, o Options) (*Course, *Crawl, error) {
	c, err := New(o)
	if err != nil {
		return nil, nil, err
	}
	name := nameOf(w.Order)
	done := int64(0)
	s, err := crawl.Run(ctx, crawl.Options{
		Web: w.Web, Pages: crawl.NewDense(w.Pages), Seeds: w.Seeds, Window: 1, Workers: 1, Limit: uint64(w.Limit),
		Strategy: w.Order.New(strategy.Given{Seed: ofOrder.Seed(w.Seed), Count: w.Order.Count}),
		Learnt: func(p crawl.Pick, r *crawl.Reply, links []crawl.Link) error {
			if done++; done%(1<<16) == 0 {
				c.o.Note("crawling "+name, done, int64(w.Limit))
			}
			return c.Learnt(p, r, links)
		},
	})
	if err != nil {
		return nil, nil, fmt.Errorf("crawl %s: %w", name, err)
	}
	return c, &Crawl{Strategy: name, Starts: len(w.Seeds), Exhausted: !s.Stopped}, nil
}

// ModelOptions of RunModel.
type ModelOptions struct {
	// Pages is the number of pages of the Web; In and Out are its laws.
	Pages       int
	In, Out     model.Law
	InIs, OutIs string // what they are called
	Orders      []strategy.Choice
	// Distinct lets a page link to another at most once.
	Distinct bool
	// Starts is how many pages a crawl begins from.
	Starts int
	// Ended, if not nil, is called with each finished crawl before it is measured.
	Ended func(*Course) error
	// Options of the courses. The crawls end at the last point.
	Options
}

// RunModel makes a Web and crawls it in several orders. All see the same degrees, and begin from the same pages; which
// links a page has depends on the order.
// Papers: random crawls, §4.1.
func RunModel(ctx context.Context, o ModelOptions) (*Courses, error) {
	if len(o.At) == 0 {
		return nil, errors.New("a crawl of a model without points of progress")
	}
	o.WebPages = o.Pages
	r := &Courses{WebPages: o.Pages, Points: []CrawlPoint{}}
	for _, order := range o.Orders {
		c, one, err := o.crawl(ctx, r, order)
		if err != nil {
			return nil, err
		}
		mem.Release()
		if o.Ended != nil {
			if err := o.Ended(c); err != nil {
				return nil, err
			}
		}
		got, err := c.End(ctx)
		if err != nil {
			return nil, err
		}
		r.add(one, got)
	}
	return r, nil
}

// crawl makes the Web for one order.
func (o *ModelOptions) crawl(ctx context.Context, r *Courses, order strategy.Choice) (*Course, *Crawl, error) {
	web, err := model.New(model.Options{Pages: o.Pages, In: o.In, Out: o.Out, Distinct: o.Distinct, Seed: o.Seed, Workers: o.Workers})
	if err != nil {
		return nil, nil, err
	}
	r.Model = &Model{In: o.InIs, Out: o.OutIs, Pages: o.Pages, Links: web.NumLinks(), Seed: o.Seed}
	w := Walk{Web: web, Pages: o.Pages, Seeds: web.Seeds(o.Starts), Order: order, Limit: o.At[len(o.At)-1], Seed: o.Seed}
	return w.follow(ctx, o.Options)
}
