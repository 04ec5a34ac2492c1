package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// The ways in which a crawl ends that did not fail.
const (
	endedComplete   = "complete"
	endedLimit      = "limit"      // at a limit that the user set, or by key or page
	endedIncomplete = "incomplete" // pages wait, are held back, or did not fit in memory
)

// setEnd says how the crawl ended.
func (r *crawlResult) setEnd() {
	switch {
	case r.Planned.Full, !r.Stats.Stopped && (r.Unanswered.Again() > 0 || r.held() > 0):
		r.Ended, r.ExitStatus = endedIncomplete, exitIncomplete
	case r.Stats.Stopped:
		r.Ended, r.ExitStatus = endedLimit, exitDone
		if r.remains() > 0 {
			r.ExitStatus = exitIncomplete
		}
	default:
		r.Ended, r.ExitStatus = endedComplete, exitDone
	}
}

// remains returns the number of pages that are left. The next run requests these pages. It requests the pages that trap
// rules hold back only with --no-traps.
func (r *crawlResult) remains() uint64 {
	n := r.Waiting + uint64(r.Unanswered.Again()) + r.held() //nolint:gosec // not negative
	if f := r.Frontier; f != nil {
		n += f.Queued + f.Held
	}
	return n
}

// held returns how many pages trap rules hold back.
func (r *crawlResult) held() uint64 {
	if r.CutPages == nil {
		return 0
	}
	return r.CutPages.Traps
}

// left describes the pages that were not fetched but may be.
func (r *crawlResult) left() string {
	var parts []string
	add := func(n uint64, one, many string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", digits.Plural(n, "page"), digits.Verb(n, one, many)))
		}
	}
	if f := r.Frontier; f != nil {
		add(f.Queued+f.Held, "is left in the shared frontier", "are left in the shared frontier")
	}
	add(r.Waiting, "was not requested", "were not requested")
	add(uint64(r.Unanswered.Pages), "waits for another request", "wait for another request")                                            //nolint:gosec // not negative
	add(uint64(r.Unanswered.Failed), "failed and is requested again by the next run", "failed and are requested again by the next run") //nolint:gosec // not negative
	add(r.held(), "is held back by a trap rule", "are held back by trap rules")
	again := uint64(r.Unanswered.Parts) //nolint:gosec // not negative
	add(again, "was kept in part and is requested again by the next run", "were kept in part and are requested again by the next run")
	add(r.CutShort-min(again, r.CutShort), "was kept in part", "were kept in part")
	if len(parts) == 0 {
		return "nothing is left"
	}
	return strings.Join(parts, ", ")
}

// how says how the crawl ended.
func (r *crawlResult) how() string {
	if r.Ended == endedIncomplete && r.held() > 0 && r.Unanswered.Again() == 0 && !r.Stats.Stopped {
		return "incomplete: " + r.left()
	}
	return r.Why
}

// printHints lists the things that a crawler without a browser, or without cookies, does not see.
func printHints(w io.Writer, r *crawlResult) {
	if r.CutShort > 0 {
		row(w, "", "listed in %s; --resume requests them again; pages that were too large need a larger --max-page", filepath.Join(r.Crawl, folder.PartsFile))
	}
	if n := r.Shells; n > 0 {
		row(w, "app shells", "%s %s empty until a script fills %s, listed in %s: fetch %s with a crawler that runs a browser", digits.Plural(n, "page"),
			digits.Verb(n, "is", "are"), digits.Verb(n, "it", "them"), filepath.Join(r.Crawl, folder.ShellsFile), digits.Verb(n, "it", "them"))
	}
	if n := r.Statuses[http.StatusUnauthorized]; n > 0 {
		row(w, "login", "%s %s for a login (status 401): --headers FILE sends passwords and tokens; weft missing %s --list failed --reason 401 names %s", digits.Plural(n, "page"),
			digits.Verb(n, "asks", "ask"), option.Word(r.Crawl), digits.Verb(n, "it", "them"))
	}
	if n := r.Unread; n > 0 {
		row(w, "not read", "%s %s like HTML, but %s Content-Type says otherwise, and browsers do not show %s as HTML: weft missing %s --list unread names %s", digits.Plural(n, "page"),
			digits.Verb(n, "begins", "begin"), digits.Verb(n, "its", "their"), digits.Verb(n, "it", "them"), option.Word(r.Crawl), digits.Verb(n, "it", "them"))
	}
	if n := r.Circles; n > 0 {
		advice := "if a browser shows " + digits.Verb(n, "it", "them") + ", crawl anew with --cookies"
		if r.cookies {
			advice = "if a browser shows " + digits.Verb(n, "it", "them") + ", --cookies-from FILE takes the cookies of a browser"
		}
		row(w, "redirect loops", "%s %s nowhere; weft missing %s --list loops names the hops; %s", digits.Plural(n, "page"), digits.Verb(n, "redirects", "redirect"), option.Word(r.Crawl), advice)
	}
	if n := r.Walls; n > 0 {
		advice := "crawl anew with --cookies"
		if r.cookies {
			advice = "the returned cookies did not suffice: --cookies-from FILE takes the cookies of a browser"
		}
		row(w, "cookie walls", "%s %s for cookies: %s", digits.Plural(n, "page"), digits.Verb(n, "asks", "ask"), advice)
	}
}

// printEnd prints the number of remaining pages, and the next steps.
func printEnd(w io.Writer, r *crawlResult) {
	say := func(format string, args ...any) {
		fmt.Fprintf(w, format+"\n", args...) //nolint:errcheck // a strings.Builder does not fail
	}
	left := r.left()
	switch {
	case left == "nothing is left" && r.Failed+r.Shells+r.Walls+r.Circles+r.Unread > 0:
		say("\nweft missing %s lists everything that is missing, why, and how to fetch it.", option.Word(r.Crawl))
	case r.Ended != endedComplete || left != "nothing is left":
		say("\nLeft: %s. weft missing %s lists everything that is missing, why, and how to fetch it.", left, option.Word(r.Crawl))
	}
	if next := r.next(); next != "" {
		say("\n%s", next)
	}
}

// next returns the command that continues the crawl, after a few words about it. For a crawl with nothing left it returns
// the command of the report; "" if there is no graph to report on.
func (r *crawlResult) next() string {
	resume := "weft crawl --resume " + option.Word(r.Crawl)
	switch {
	case r.Planned.Full:
		return fmt.Sprintf("To continue with twice the memory: %s --memory %dMiB", resume, 2*r.Planned.Budget>>20)
	case r.held() > 0 && r.remains() == r.held():
		return fmt.Sprintf("To fetch the pages that trap rules hold back: %s --no-traps", resume)
	case r.Ended == endedLimit && r.remains() > 0 && r.limited && r.Why != livecrawl.WhyListed:
		return fmt.Sprintf("To continue without a limit (--pages, --time or another flag sets a new one): %s", resume)
	case r.remains() > 0:
		return "To continue: " + resume
	case !r.noGraph:
		return "Try: weft report " + option.Word(r.Crawl)
	}
	return ""
}
