package site

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weft/graph"
	"weft/internal/inert"
)

// ScopeFormats are the forms in which a site goes to a file.
var ScopeFormats = []string{"list", "surt", "heritrix", "browsertrix", "wget", "httrack"}

// Regexp is the regular expression of URLs that begin with a SURT prefix.
func Regexp(surt string) string {
	labels, path, whole := strings.Cut(strings.TrimPrefix(surt, surtScheme), ")")
	names := strings.Split(strings.TrimSuffix(labels, ","), ",")
	slices.Reverse(names)
	host := regexp.QuoteMeta(strings.Join(names, "."))
	if !whole {
		return `^https?://([^/?#]+\.)?` + host + `(:[0-9]+)?([/?#]|$)`
	}
	if path == "" {
		return `^https?://` + host + `(:[0-9]+)?([/?#]|$)`
	}
	return `^https?://` + host + `(:[0-9]+)?` + regexp.QuoteMeta(path)
}

// write writes a site in one of ScopeFormats, with the page that a crawl may start from.
func (s *chosen) write(w io.Writer, format string, sc *Scope, start graph.Node) error {
	label := s.c.Label
	out := bufio.NewWriter(w)
	put := func(form string, args ...any) { fmt.Fprintf(out, form, args...) } //nolint:errcheck // kept until Flush
	switch format {
	case "surt":
		for _, p := range sc.lines(sc.Accept) {
			put("+%s\n", p)
		}
		for _, p := range sc.lines(sc.Reject) {
			put("-%s\n", p)
		}
	case "heritrix":
		put("<!-- %s -->\n", sc.says(len(s.pages)))
		for _, rule := range []struct {
			decision string
			prefixes []string
		}{{"ACCEPT", sc.Accept}, {"REJECT", sc.Reject}} {
			if len(rule.prefixes) > 0 {
				heritrix(put, rule.decision, sc.lines(rule.prefixes))
			}
		}
	case "wget":
		sc.wget(put, len(s.pages), label(start))
	case "httrack":
		sc.httrack(put)
	case "browsertrix":
		put("# %s\nseeds:\n  - url: %s\n    scopeType: custom\n", sc.says(len(s.pages)), strconv.Quote(label(start)))
		list(put, "include", sc.Accept)
		list(put, "exclude", sc.Reject)
	default:
		for _, u := range s.pages {
			put("%s\n", label(u))
		}
	}
	return out.Flush()
}

// says describes the rules in one line.
func (sc *Scope) says(pages int) string {
	return fmt.Sprintf("%d pages; the rules miss %d of them. They accept %d fetched pages of other sites, %d pages that were not fetched (about %.0f of other sites), and %d excluded pages",
		pages, sc.Missed, sc.Extra, sc.Unfetched, sc.Elsewhere, sc.Excluded)
}

// start is the page that a crawl of the site may start from: the first that was given, or its first.
func (s *Site) start() graph.Node {
	if len(s.Given) > 0 {
		return s.Given[0].Page
	}
	return s.pages[0]
}

// heritrix writes a rule for Heritrix 3. Heritrix takes a line without + for a URL.
// By default Heritrix adds the seeds to the prefixes of each rule. Then a rule that rejects a folder would reject whole hosts.
func heritrix(put func(string, ...any), decision string, prefixes []string) {
	put("<bean class=\"org.archive.modules.deciderules.surt.SurtPrefixedDecideRule\">\n  <property name=\"decision\" value=\"%s\"/>\n"+
		"  <property name=\"seedsAsSurtPrefixes\" value=\"false\"/>\n"+
		"  <property name=\"surtsSource\">\n    <bean class=\"org.archive.spring.ConfigString\">\n      <property name=\"value\">\n        <value>\n", decision)
	for _, p := range prefixes {
		put("+%s\n", strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(inert.Text(p)))
	}
	put("        </value>\n      </property>\n    </bean>\n  </property>\n</bean>\n")
}

func list(put func(string, ...any), name string, prefixes []string) {
	if len(prefixes) == 0 {
		return
	}
	put("    %s:\n", name)
	for _, p := range prefixes {
		put("      - %s\n", strconv.Quote(Regexp(p)))
	}
}

// wget writes a file of settings for wget. Each of its two regular expressions is searched in whole URLs.
func (sc *Scope) wget(put func(string, ...any), pages int, start string) {
	put("# %s\n# settings of wget for a mirror that begins at %s\n", sc.says(pages), inert.Text(start))
	put("recursive = on\nreclevel = inf\nspan_hosts = on\n")
	for _, rule := range []struct {
		name     string
		prefixes []string
	}{{"accept_regex", sc.Accept}, {"reject_regex", sc.Reject}} {
		if len(rule.prefixes) == 0 {
			continue
		}
		all := make([]string, len(rule.prefixes))
		for i, p := range rule.prefixes {
			all[i] = Regexp(p)
		}
		put("%s = %s\n", rule.name, strings.Join(all, "|"))
	}
}

// httrack writes a list of rules for httrack -%S. The last rule that holds for a URL decides, and rules have no schemes.
func (sc *Scope) httrack(put func(string, ...any)) {
	put("-*\n")
	for _, rule := range []struct {
		sign     string
		prefixes []string
	}{{"+", sc.Accept}, {"-", sc.Reject}} {
		for _, p := range sc.lines(rule.prefixes) {
			for _, pattern := range wildcards(p) {
				put("%s%s\n", rule.sign, pattern)
			}
		}
	}
}

// wildcards returns the patterns of HTTrack for URLs that begin with a SURT prefix.
func wildcards(surt string) []string {
	labels, path, whole := strings.Cut(strings.TrimPrefix(surt, surtScheme), ")")
	labels, port, hasPort := strings.Cut(labels, ":")
	names := strings.Split(strings.TrimSuffix(labels, ","), ",")
	slices.Reverse(names)
	host := strings.Join(names, ".")
	if hasPort {
		host += ":" + port
	}
	if !whole {
		return []string{host + "/*", "*[name]." + host + "/*"}
	}
	return []string{host + cmp.Or(path, "/") + "*"}
}
