package papers

import (
	"fmt"
	"math"
	"strings"

	"weft/answers/site"
	"weft/internal/digits"
)

// siteChecks compare the claims of claims/site.toml with a run.
var siteChecks = checks[*siteRun]{
	"network":                   (*siteRun).network,
	"σ":                         (*siteRun).sigma,
	"ε":                         (*siteRun).epsilon,
	"effect of ε":               (*siteRun).effectOfEpsilon,
	"crawl":                     (*siteRun).crawl,
	"time":                      (*siteRun).time,
	flowOnly:                    (*siteRun).method,
	mclCoarse:                   (*siteRun).method,
	coarseFlow:                  (*siteRun).method,
	mclFine:                     (*siteRun).method,
	fineFlow:                    (*siteRun).method,
	onePrefix:                   (*siteRun).method,
	twoPrefixes:                 (*siteRun).method,
	"arithmetic":                (*siteRun).arithmetic,
	"keywords":                  (*siteRun).keywords,
	"several clusters":          (*siteRun).severalClusters,
	"iterations of MCL":         (*siteRun).iterationsOfMCL,
	"entries":                   (*siteRun).entries,
	"main cluster":              (*siteRun).mainCluster,
	"cluster sizes":             (*siteRun).clusterSizes,
	"random cluster 1":          randomCluster(0),
	"random cluster 2":          randomCluster(1),
	"random cluster 3":          randomCluster(2),
	"random cluster 4":          randomCluster(3),
	"random cluster 5":          randomCluster(4),
	"random clusters are sites": (*siteRun).randomClustersAreSites,
	"open":                      (*siteRun).open,
}

// table1 are the methods of the paper's Table 1, in its order.
var table1 = []string{flowOnly, mclCoarse, coarseFlow, mclFine, fineFlow, onePrefix, twoPrefixes}

// relevant returns how many pages are relevant in all, by a row of Table 1: size · precision / recall.
func relevant(c *claim) float64 {
	return c.Numbers["pages"] * c.Numbers["precision"] / c.Numbers["recall"]
}

func (r *siteRun) network(*claim) []finding {
	n := r.r.Network
	return found(verdict(n.Flow == n.Cut && n.Saturated, n.Flow == n.Cut),
		"%s and %s: flow %d, cut %d, nodes %s on the side of the source", digits.Plural(n.Nodes, "node"),
		digits.Plural(n.Arcs, "arc"), n.Flow, n.Cut, strings.Trim(fmt.Sprint(n.Side), "[]"))
}

func (r *siteRun) sigma(*claim) []finding {
	s := r.r.Sigma
	if s == nil {
		return notRun("a page alone is no pair")
	}
	return found(OtherData, "%.2f over %s; mean %.2f, root mean square %.2f",
		s.Value, digits.Plural(s.Pairs, "pair"), s.Mean, s.RMS)
}

func (r *siteRun) epsilon(c *claim) []finding {
	ours, s := "none was measured here", r.r.Sigma
	switch {
	case s != nil && s.Value == 0:
		ours = "0 as measured has none"
	case s != nil:
		ours = fmt.Sprintf("%.2g for %.2f", site.PaperEpsilon(s.Value), s.Value)
	}
	eps := site.PaperEpsilon(paperSigma)
	return found(c.judge(eps), "%.2g for %.2f, %s", eps, paperSigma, ours)
}

func (r *siteRun) effectOfEpsilon(*claim) []finding {
	return found(judgedIf(r.r.Flows, verdict(2*r.r.Absorbed < r.r.Flows, false)),
		"%d of %s take in all that can be reached, over two σ; the sweep of ε stands beside it below",
		r.r.Absorbed, digits.Plural(r.r.Flows, "flow"))
}

func (r *siteRun) crawl(*claim) []finding {
	return found(OtherData, "%s, %s, %.2f a page; %s of the truth looked for, %d of them on several hosts",
		digits.Plural(r.r.Pages, "page"), digits.Plural(r.r.Arcs, "arc"),
		float64(r.r.Arcs)/float64(max(r.r.Pages, 1)), digits.Plural(len(r.r.Sites), "site"), r.spanning())
}

// spanning counts the sites on several hosts.
func (r *siteRun) spanning() (n int) {
	for _, s := range r.r.Sites {
		if s.Hosts > 1 {
			n++
		}
	}
	return n
}

func (r *siteRun) time(*claim) []finding {
	if r.Quick {
		return notRun("nothing was timed")
	}
	return found(OtherData, "MCL 1.2 %.1f s, MCL 2.0 %.1f s; a flow with its sweep of ε %.2f s, the mean of %d",
		r.r.MCL[0].Seconds, r.r.MCL[1].Seconds, r.r.FlowSeconds, r.sweeps)
}

// The rules of agreement between a method of Table 1 and the paper.
const (
	highPrecision = 0.9
	fullPrecision = 0.995
	lowRecall     = 0.5
	tinyRecall    = 0.1
)

// method judges a method of Table 1, named by the claim.
func (r *siteRun) method(c *claim) []finding {
	var ours []string
	for i := range r.r.Methods {
		if m := &r.r.Methods[i]; m.Name == c.ID {
			ours = append(ours, m.String())
		}
	}
	if len(ours) == 0 {
		return notRun("no site of these is on two hosts")
	}
	return found(r.methodVerdict(c.ID), "%s", strings.Join(ours, "; "))
}

// scoreOfMethod returns the mean score of a method. Flows are those with σ as measured and ε by the sweep.
func (r *siteRun) scoreOfMethod(name string) site.Score {
	sigma, epsilon := 0.0, ""
	if name == flowOnly || name == coarseFlow || name == fineFlow {
		sigma, epsilon = r.sigmas()[0], bySweep
	}
	if m := r.known(name, sigma, epsilon); m != nil {
		return m.Score
	}
	return site.Score{}
}

// methodVerdict judges whether a method does here what the paper says of it.
func (r *siteRun) methodVerdict(method string) Verdict {
	s := r.scoreOfMethod(method)
	switch method {
	case flowOnly:
		return verdict(s.Recall < tinyRecall, s.Recall < lowRecall)
	case mclCoarse, mclFine:
		return verdict(s.Precision >= highPrecision && s.Recall < lowRecall, s.Precision >= highPrecision)
	case coarseFlow:
		best := true
		for _, name := range []string{flowOnly, mclCoarse, mclFine, fineFlow, onePrefix} {
			best = best && s.Recall >= r.scoreOfMethod(name).Recall
		}
		return verdict(s.Precision >= highPrecision && best, s.Recall > r.scoreOfMethod(mclCoarse).Recall)
	case fineFlow:
		more := s.Recall > r.scoreOfMethod(mclFine).Recall
		return verdict(s.Precision >= highPrecision && more, more)
	case onePrefix:
		return verdict(s.Precision >= fullPrecision && s.Recall < lowRecall, s.Precision >= highPrecision)
	}
	more := s.Recall > r.known(onePrefix, 0, "").Spanning.Recall
	return verdict(s.Precision >= fullPrecision && more, more)
}

// arithmetic compares the rows of Table 1 with each other.
func (r *siteRun) arithmetic(c *claim) []finding {
	var totals []string
	for _, method := range table1 {
		totals = append(totals, fmt.Sprintf("%s %.0f", method, relevant(claimNamed("site", method))))
	}
	again := func(method string) float64 {
		row := claimNamed("site", method)
		return row.Numbers["pages"] * row.Numbers["precision"] / c.Value
	}
	return found(
		Differs,
		"all relevant pages are, by row: %s. With %.0f, recall is %.1f %% for %s, %.1f %% for %s, %.1f %% for %s",
		strings.Join(
			totals,
			", ",
		),
		c.Value,
		again(coarseFlow),
		coarseFlow,
		again(onePrefix),
		onePrefix,
		again(flowOnly),
		flowOnly,
	)
}

// String is a method's figures.
func (m *MethodFate) String() string {
	how := ""
	if m.Epsilon != "" {
		by := map[string]string{byPaper: "the paper", bySweep: "sweep"}[m.Epsilon]
		how = fmt.Sprintf("σ %.2f, ε by %s: ", m.Sigma, by)
	}
	text := fmt.Sprintf(
		"%s%s, precision %.1f %%, recall %.1f %%",
		how,
		pagesOnAverage(m.Found),
		100*m.Precision,
		100*m.Recall,
	)
	if m.Spanning != nil && m.Name != twoPrefixes {
		text += fmt.Sprintf(" (on several hosts %.1f %%, %.1f %%)", 100*m.Spanning.Precision, 100*m.Spanning.Recall)
	}
	return text
}

func pagesOnAverage(n float64) string {
	if n == math.Trunc(n) {
		return digits.Plural(int(n), "page")
	}
	return digits.Grouped(int(math.Round(n))) + " pages"
}

func (r *siteRun) keywords(*claim) []finding {
	if len(r.r.Sites) > 1 {
		return notRun("words are of one site, and several were looked for")
	}
	var ours []string
	for _, m := range r.r.Methods {
		if m.Keywords != nil && m.Epsilon != byPaper && (m.Epsilon == "" || m.Sigma == r.sigmas()[0]) {
			ours = append(ours, m.Name+": "+wordsOf(m.Keywords))
		}
	}
	if len(ours) == 0 {
		return notRun("the crawl has no texts of links")
	}
	return found(OtherData, "%s", strings.Join(ours, "; "))
}

func wordsOf(k *site.Keywords) string {
	list := func(words []site.Word) string {
		var all []string
		for _, w := range words {
			all = append(all, w.Word)
		}
		if len(all) == 0 {
			return "none"
		}
		return strings.Join(all, ", ")
	}
	return list(k.All) + " (from elsewhere: " + list(k.External) + ")"
}

// open puts the sites of weft beside a question that the paper leaves open.
func (r *siteRun) open(*claim) []finding {
	var ours []string
	for _, name := range []string{oursFront, oursThree} {
		m := r.known(name, 0, "")
		ours = append(ours, fmt.Sprintf("%s: %s, F1 %.3f", m.Name, m, m.F1))
	}
	return found(Beyond, "%s (%s); F1 of %s with σ as measured and ε by the sweep: %.3f", strings.Join(ours, "; "),
		digits.Plural(r.Draws, "draw"), coarseFlow, r.known(coarseFlow, r.sigmas()[0], bySweep).F1)
}
