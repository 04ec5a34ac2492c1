package report

import (
	"cmp"
	"fmt"
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
	card
	Sentence string
	Figure   *figureView // nil if there is no plot
	Rows     []row
	Rivals   []rival
}

// A lawsView shows the fitted laws side by side, and the other distributions as rows of a table.
type lawsView struct {
	Intro string
	Laws  []*lawView
	More  []*lawView // folded
	Bare  []bareLaw
	Table *figureView // all of them as a table to take away
	table [][]any
}

// A bareLaw is a distribution without a fitted law.
type bareLaw struct{ Title, Values, Mean, Largest, Why string }

// A rival is another law that was fitted to the same tail.
type rival struct{ Name, Verdict, Ratio, P string }

// subject names the values that a law describes, for titles and sentences.
type subject struct{ id, title, noun, axis string }

// law adds a distribution to the chapter, if it has values.
func (b *builder) law(v *lawsView, s subject, l measure.Law) {
	if l.Count == 0 && len(l.Histogram.Values) == 0 {
		return
	}
	v.table = append(v.table, lawTableRow(s.title, l))
	if l.Fit == nil {
		v.Bare = append(v.Bare, bareLaw{s.title, count(l.Count), fixed(l.Mean, 2), count(l.Max), whyBare(l.FitError)})
		return
	}
	c, ok := newCurve(l.Histogram, drawnLaw(l.Fit))
	caption := upper(s.noun) + ": the fraction of at least x"
	if drawnLaw(l.Fit) != nil {
		caption += ", and the fitted power law"
	}
	one := &lawView{card: b.card(s.id, s.title, lawHow(l)), Sentence: lawSentence(s.noun, l), Rows: lawRows(l)}
	if ok {
		one.Figure = b.picture(Figure{
			Name: "law-" + s.id, Title: s.title, Sheet: c.sheet(s.axis), Description: c.describe(), Columns: []string{"x", "fraction_at_least_x", "fitted_law"}, Rows: c.rows(),
			Caption: caption + ".", subscript: true,
		})
	}
	for _, a := range l.Fit.Alternatives {
		one.Rivals = append(one.Rivals, newRival(a))
	}
	v.Laws = append(v.Laws, one)
}

// drawnLaw returns the fit if its law is drawn: not a rejected law, because its line misses the data.
func drawnLaw(f *stats.Fit) *stats.Fit {
	if f.IsRejected() {
		return nil
	}
	return f
}

// whyBare shortens the reason for the absence of a law. The introduction names the needed tail.
func whyBare(reason string) string {
	reason = strings.TrimPrefix(reason, "too few values for a power law: ")
	reason, _, _ = strings.Cut(reason, ", and a law needs ")
	return cmp.Or(reason, "no power law fitted")
}

// lawTableRow is a distribution as a row of the table of laws.
func lawTableRow(title string, l measure.Law) []any {
	row := []any{title, l.Count, l.Mean, l.Max, "", "", "", "", ""}
	if f := l.Fit; f != nil {
		row[4], row[5], row[6], row[7] = f.Exponent, f.StdErr, f.XMin, f.Tail
		if f.P != nil {
			row[8] = *f.P
		}
	}
	return row
}

// lawSentence says whether the values follow a power law, without claiming more than the test does.
func lawSentence(noun string, l measure.Law) string {
	f := l.Fit
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
	how = append(how, "Fit: a discrete power law by maximum likelihood with the exact zeta normaliser, x_min by the least Kolmogorov–Smirnov distance; "+
		"the error comes from the Fisher information, with x_min taken as known (Clauset, Shalizi and Newman, “Power-law distributions in empirical data”, SIAM Review 51, 2009). "+
		zeros(f.Zeros)+"The share in the tail refers to the whole population, including zeros, as in the plot. The line is the law, scaled to that share. It is drawn from x_min to the largest value; the law does not cover smaller values. A rejected law is not drawn. "+
		fmt.Sprintf("A law is stated only if its tail has %d values or more that span a factor of %d.", stats.SoundTail, stats.SoundSpan))
	if f.P != nil {
		how = append(how, fmt.Sprintf("p: the fraction of %s synthetic data sets, drawn from the fit and fitted again, that lie at least as far from their fit as the data from its fit (section 4.1 of the paper). Below %g the law is rejected; above, it is not excluded.",
			count(f.Samples), rejected))
	}
	if len(f.Alternatives) > 0 {
		how = append(how, "Other laws are fitted to the same tail by maximum likelihood. The ratio is the logarithm of the likelihood of the power law over the other law; a negative ratio favours the other law. "+
			"p is from Vuong's test, or for the cut-off from a chi-square with one degree of freedom (section 5 of the paper). For the log-normal law it is the larger of both, as a power law is its limit. For p above 0.1 the sign means nothing.")
	}
	return how
}

func zeros(n int64) string {
	if n == 0 {
		return ""
	}
	return upper(plural(n, "zero")) + " left out, because a power law does not cover " + verb(n, "it", "them") + ". "
}

// Folded names the laws that are folded.
func (v *lawsView) Folded() string { return plural(len(v.More), "more law") }

// mostLaws is the largest number of laws that are not folded: a row of a wide screen.
const mostLaws = 4

// laws shows the laws of degrees, of hosts and of components.
func (b *builder) laws() {
	v := &lawsView{}
	if b.Small {
		return // a law needs a tail of 50 values
	}
	if d := b.data.Degrees; d != nil {
		v.Intro = "The arcs that count are " + countedKinds(d.Kinds) + ". "
		if d.Hosts != nil {
			v.Intro += "Between hosts, one arc counts for each linked pair. "
		}
		v.Intro += fmt.Sprintf("A law is stated only if its tail has %d values or more that span a factor of %d.", stats.SoundTail, stats.SoundSpan)
		b.law(v, subject{"in-degree", "In-degree", "in-degrees", "in-degree x"}, d.In)
		b.law(v, subject{"out-degree", "Out-degree", "out-degrees", "out-degree x"}, d.Out)
		b.law(v, subject{"total-degree", "Total degree", "total degrees", "total degree x"}, d.Total)
		if h := d.Hosts; h != nil {
			b.law(v, subject{"host-in", "In-degree of hosts", "in-degrees of hosts", "hosts that link here, x"}, h.In)
			b.law(v, subject{"host-out", "Out-degree of hosts", "out-degrees of hosts", "hosts linked to, x"}, h.Out)
			b.law(v, subject{"host-size", "Size of hosts", "sizes of hosts", "pages of a host, x"}, h.Pages)
		}
	}
	if c := b.data.Components; c != nil {
		b.law(v, subject{"scc-size", "Sizes of strong components", "sizes of strong components", "pages of a component, x"}, c.SCC.Sizes)
		b.law(v, subject{"wcc-size", "Sizes of weak components", "sizes of weak components", "pages of a component, x"}, c.WCC.Sizes)
	}
	if len(v.Laws)+len(v.Bare) == 0 {
		return
	}
	if len(v.Laws) == 0 { // rows of a table need no entry of the appendix
		b.card("degrees", "Degrees", nil)
	}
	if len(v.Laws) > mostLaws {
		v.Laws, v.More = v.Laws[:mostLaws], v.Laws[mostLaws:]
	}
	v.Table = b.table(Figure{
		Name: "laws", Title: "Laws", Caption: "Distributions with their best-fitting power laws.", Rows: v.table,
		Columns: []string{"distribution", "values", "mean", "largest", "exponent", "standard_error", "x_min", "values_in_tail", "p"},
	})
	b.Laws = v
}

// countedKinds names the arcs that a measure used.
func countedKinds(kinds string) string {
	if kinds == "" {
		return "all"
	}
	return strings.ReplaceAll(kinds, "+", ", ")
}
