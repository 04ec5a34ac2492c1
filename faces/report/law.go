package report

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"weft/answers/measure"
	"weft/internal/digits"
	"weft/stats"
)

const rejected = stats.Rejected

// level is the level of significance of a test that rejects below rejected, as text.
var level = digits.Level(rejected)

// A lawView is a distribution: its plot, and the fit beside it.
type lawView struct {
	ID, Title, Sentence string
	Plot                template.HTML
	HasFit              bool
	Rows                []row
	Rivals              []rival
	How                 []string
}

// leastPlotted is the number of distinct values from which a distribution without a fit is worth a plot.
const leastPlotted = 8

// A rival is another law that was fitted to the same tail.
type rival struct{ Name, Verdict, Ratio, P string }

// subject names the values that a law describes, for titles and sentences.
type subject struct{ id, title, noun, axis string }

// law prepares a distribution; nil if there is none.
func (b *builder) law(s subject, l measure.Law) *lawView {
	if l.Count == 0 && len(l.Histogram.Values) == 0 {
		return nil
	}
	v := &lawView{ID: s.id, Title: s.title, Sentence: lawSentence(s.noun, l)}
	if c, ok := newCurve(l.Histogram, l.Fit); ok {
		v.Plot = c.draw("plot-"+s.id, s.title, s.axis)
	}
	v.Rows, v.HasFit = lawRows(l), l.Fit != nil
	if !v.HasFit && len(l.Histogram.Values) < leastPlotted {
		v.Plot = ""
	}
	if l.Fit != nil {
		for _, a := range l.Fit.Alternatives {
			v.Rivals = append(v.Rivals, newRival(a))
		}
	}
	v.How = lawHow(l)
	return v
}

// lawSentence says whether the values follow a power law, without claiming more than the test does.
func lawSentence(noun string, l measure.Law) string {
	f := l.Fit
	if f == nil {
		return unfitted(l)
	}
	exponent := "exponent " + withError(f.Exponent, f.StdErr)
	from := ""
	if f.Tail < l.Count {
		from = " from " + count(f.XMin) + " on, " + share(f.Tail, l.Count) + " of all,"
	} else if f.XMin > 1 {
		from = " from " + count(f.XMin) + " on"
	}
	switch {
	case f.P == nil:
		return "The best-fitting power law of the " + noun + from + " has " + exponent + "; its fit was not tested."
	case *f.P < rejected:
		return "A power law for the " + noun + " is rejected at " + level + ": " + isProbability(*f.P, f.Samples) + " for the best fit, with " +
			exponent + strings.TrimSuffix(from, ",") + "." + better(f.Alternatives)
	}
	return "The " + noun + from + " are consistent with a power law: " + isProbability(*f.P, f.Samples) + ", " + exponent + "." +
		better(f.Alternatives)
}

// unfitted is half a line on values without a fitted law.
func unfitted(l measure.Law) string {
	text := plural(l.Count, "value") + ", mean " + fixed(l.Mean, 2) + ", largest " + count(l.Max) + "; no power law fitted"
	if l.FitError != "" {
		return text + ": " + l.FitError + "."
	}
	return text + "."
}

// better names the alternatives that are significantly likelier than the power law.
func better(alternatives []stats.Alternative) string {
	var names []string
	for _, a := range alternatives {
		if a.P < rejected && a.Ratio < 0 {
			names = append(names, lawName(a.Name))
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return " " + upper(names[0]) + " fits that tail better."
	}
	last := len(names) - 1
	return " " + upper(strings.Join(names[:last], ", ")) + " and " + names[last] + " fit that tail better."
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func lawName(name string) string {
	switch name {
	case "lognormal":
		return "a log-normal law"
	case "exponential":
		return "an exponential law"
	case "truncated":
		return "a power law with exponential cut-off"
	}
	return "another law, " + name
}

func newRival(a stats.Alternative) rival {
	r := rival{Name: upper(strings.TrimPrefix(strings.TrimPrefix(lawName(a.Name), "a "), "an ")), Ratio: fixed(a.Ratio, 1)}
	r.P = probability(a.P, 0)
	switch {
	case math.IsNaN(a.P) || math.IsNaN(a.Ratio):
		r.Verdict = "could not be compared"
	case a.P >= rejected:
		r.Verdict = "cannot be distinguished"
	case a.Ratio < 0:
		r.Verdict = "is more likely"
	default:
		r.Verdict = "is less likely"
	}
	return r
}

func lawRows(l measure.Law) []row {
	rows := []row{{"Values", count(l.Count)}, {"Mean", fixed(l.Mean, 2)}, {"Largest", count(l.Max)}}
	f := l.Fit
	if f == nil {
		return rows
	}
	rows = append(rows,
		row{"Exponent", withError(f.Exponent, f.StdErr)},
		row{"x_min", count(f.XMin)},
		row{"In the tail", count(f.Tail) + " (" + share(f.Tail, l.Count) + ")"},
		row{"KS distance", fixed(f.KS, 4)},
	)
	if f.Interval != nil {
		rows = append(rows, row{"95 % interval", fixed(f.Interval[0], 3) + " to " + fixed(f.Interval[1], 3)})
	}
	p := "not computed"
	if f.P != nil {
		p = probability(*f.P, f.Samples)
	}
	return append(rows, row{"Goodness of fit p", p})
}

// lawHow says how a distribution was measured and fitted.
func lawHow(l measure.Law) []string {
	population := l.Population
	if population == "" {
		population = "all values"
	}
	how := []string{fmt.Sprintf("Population: %s. The points show the fraction of values that are at least x (the CCDF), at most %d points. Zeros count in the population, but cannot be shown on a logarithmic axis.", population, most)}
	f := l.Fit
	if f == nil {
		return how
	}
	how = append(how, "Fit: a discrete power law by maximum likelihood with the exact zeta normaliser, x_min by the least Kolmogorov–Smirnov distance; "+
		"the error comes from the Fisher information, with x_min taken as known (Clauset, Shalizi and Newman, “Power-law distributions in empirical data”, SIAM Review 51, 2009). "+
		zeros(f.Zeros)+"The share in the tail refers to the whole population, including zeros, as in the plot. The line is the law, scaled to that share. It is drawn from x_min to the largest value; the law does not cover smaller values. "+
		fmt.Sprintf("A law is stated only if its tail has %d values or more that span a factor of %d.", stats.SoundTail, stats.SoundSpan))
	if f.P != nil {
		how = append(how, fmt.Sprintf("p: the fraction of %s synthetic data sets, drawn from the fit and fitted again, that lie at least as far from their fit as the data from its fit (section 4.1 of the paper). Below %g the law is rejected; above, it is not excluded.",
			count(f.Samples), rejected))
	}
	if len(f.Alternatives) > 0 {
		how = append(how, "Other laws are fitted to the same tail by maximum likelihood. The ratio is the logarithm of the likelihood of the power law over the other law; it is negative if the other law is more likely. "+
			"p is from Vuong's test, or for the cut-off from a chi-square with one degree of freedom (section 5 of the paper). For p above 0.1 the sign means nothing.")
	}
	return how
}

func zeros(n int64) string {
	if n == 0 {
		return ""
	}
	return upper(plural(n, "zero")) + " left out, because a power law does not cover " + verb(n, "it", "them") + ". "
}

type degreesView struct {
	Intro string
	Laws  []*lawView
	Hosts []*lawView
}

// degrees shows the laws of degrees.
func (b *builder) degrees() {
	d := b.data.Degrees
	if d == nil {
		return
	}
	v := &degreesView{Intro: "The arcs that count are " + countedKinds(d.Kinds) + "."}
	v.Laws = b.laws(
		lawOf{subject{"in-degree", "In-degree", "in-degrees", "in-degree x"}, d.In},
		lawOf{subject{"out-degree", "Out-degree", "out-degrees", "out-degree x"}, d.Out},
		lawOf{subject{"total-degree", "Total degree", "total degrees", "total degree x"}, d.Total},
	)
	if h := d.Hosts; h != nil {
		v.Hosts = b.laws(
			lawOf{subject{"host-in", "In-degree of hosts", "in-degrees of hosts", "hosts that link here, x"}, h.In},
			lawOf{subject{"host-out", "Out-degree of hosts", "out-degrees of hosts", "hosts linked to, x"}, h.Out},
			lawOf{subject{"host-size", "Size of hosts", "sizes of hosts", "pages of a host, x"}, h.Pages},
		)
	}
	if len(v.Laws)+len(v.Hosts) == 0 {
		return
	}
	b.Degrees = v
	b.section("degrees", "Degrees")
	if len(v.Hosts) > 0 {
		b.section("host-degrees", "Degrees of hosts")
	}
}

type lawOf struct {
	subject
	measure.Law
}

func (b *builder) laws(all ...lawOf) []*lawView {
	var views []*lawView
	for _, l := range all {
		if v := b.law(l.subject, l.Law); v != nil {
			views = append(views, v)
		}
	}
	return views
}

// countedKinds names the arcs that a measure used.
func countedKinds(kinds string) string {
	if kinds == "" {
		return "all"
	}
	return strings.ReplaceAll(kinds, "+", ", ")
}
