package main

import (
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/seeds"
	"weft/crawl/estimate"
	"weft/crawl/patience"
	"weft/livecrawl/check"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
	"weft/making/ingest"
)

// shown returns the lines that are printed, with blanks in a row made one.
func shown(show func(w io.Writer)) []string {
	var b strings.Builder
	show(&b)
	var lines []string
	for line := range strings.Lines(b.String()) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// What happened in a crawl is told, each thing in its line, in the singular and the plural; what did not is not.
func TestCrawlsAreShown(t *testing.T) {
	var least, one, many crawlResult
	least.Crawl, least.Done, least.Why = "c", true, "nothing is left"
	one.Crawl, one.Why, one.Size = "c", "a limit was reached", estimate.Interval{Low: 7, High: math.Inf(1)}
	one.Fetched, one.Duplicates, one.Forgotten, one.Bad, one.CutShort, one.LostParts, one.LostMaps = 1, 1, 1, 1, 1, 1, 1
	one.Shells, one.Walls = 1, 1
	many.Shells, many.Walls, many.cookies, many.Waiting = 2, 3, true, 2
	one.Unanswered = patience.Waiting{Pages: 1, Hosts: 1}
	one.CutPages = &memo.Cut{Pages: 1, Sets: 1, Largest: []memo.CutSet{{Rule: "depth", Origin: "http://a.example", Pages: 1}}}
	many.Crawl, many.Why, many.Size = "c", "it was interrupted", estimate.Interval{Estimate: 40, Low: 30, High: 60}
	many.Fetched, many.Duplicates, many.Forgotten, many.Bad, many.Redirected, many.Failed, many.Absent = 1200, 2000, 3, 4, 5, 6, 7
	many.Unanswered = patience.Waiting{Pages: 9, Hosts: 2}
	set := memo.CutSet{Rule: "calendar", Origin: "http://a.example", Pages: 1000, Looked: 50, New: 3}
	many.CutPages = &memo.Cut{Pages: 1500, Traps: 1400, Sets: 5, Largest: []memo.CutSet{set, set, set, set}}
	for _, c := range []struct {
		r    *crawlResult
		want []string
	}{
		{&least, []string{"crawl c: nothing is left", "fetched 0 pages, 0 B, in 0.0 s", "Try: weft report c"}},
		{&one, []string{
			"crawl c: a limit was reached", "fetched 1 page, 0 B, in 0.0 s", "lost requisites 1", "lost sitemaps 1", "cut short 1", "held back 1 page, listed in c/" + folder.CutFile, "1 of http://a.example: depth",
			"listed in c/" + folder.PartsFile + "; --resume requests them again; pages that were too large need a larger --max-page",
			"app shells 1 page is empty until a script fills it, listed in c/" + folder.ShellsFile + ": fetch it with a crawler that runs a browser",
			"cookie walls 1 page asks for cookies: crawl anew with --cookies",
			"waiting for 1 page of 1 host; listed in c/" + folder.WaitingFile, "duplicates 1 response with known content: a revisit record refers to the earlier response",
			"duplicates of the oldest contents 1 is no longer recognized, and stored again", "bad records 1 of the archive cannot be read; weft import c/warc -o NEW says where",
			"size at least 7 pages; more fetched pages give a better estimate",
			"Left: 1 page waits for another request, 1 page was kept in part. weft missing c lists everything that is missing, why, and how to fetch it.", "To continue: weft crawl --resume c",
		}},
		{&many, []string{
			"crawl c: it was interrupted", "fetched 1,200 pages, 0 B, in 0.0 s", "redirected 5", "failed 6", "absent 7", "not requested 2", "held back 1,500 pages, listed in c/" + folder.CutFile,
			"1,000 of http://a.example: calendar; 3 of 50 fetched like them said something new", "1,000 of http://a.example: calendar; 3 of 50 fetched like them said something new",
			"1,000 of http://a.example: calendar; 3 of 50 fetched like them said something new", "and 2 more kinds of pages",
			"It is unknown what these pages say and link to; weft crawl --resume c --no-traps fetches them",
			"app shells 2 pages are empty until a script fills them, listed in c/" + folder.ShellsFile + ": fetch them with a crawler that runs a browser",
			"cookie walls 3 pages ask for cookies: the returned cookies did not suffice: --cookies-from FILE takes the cookies of a browser",
			"waiting for 9 pages of 2 hosts; listed in c/" + folder.WaitingFile, "duplicates 2,000 responses with known content: revisit records refer to the earlier responses",
			"duplicates of the oldest contents 3 are no longer recognized, and stored again", "bad records 4 of the archive cannot be read; weft import c/warc -o NEW says where",
			"size at least 30 pages; the pages behind those held back are unknown",
			"Left: 2 pages were not requested, 9 pages wait for another request, 1,400 pages are held back by trap rules. weft missing c lists everything that is missing, why, and how to fetch it.", "To continue: weft crawl --resume c",
		}},
	} {
		c.r.setEnd()
		if got := shown(func(w io.Writer) { printCrawl(w, c.r) }); !slices.Equal(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// What a check found is told, and that it was not ended; a crawl that was not checked to its end is not called whole.
func TestChecksAreShown(t *testing.T) {
	damage := []check.Damage{{File: "log/events", Offset: 5, What: "wrong"}}
	for last, c := range map[string]struct {
		r    check.Verified
		want []string
	}{
		"c no damage found":                       {check.Verified{Done: true, Snapshot: "checked"}, []string{"snapshot checked"}},
		"c not all was checked; no damage so far": {check.Verified{Loose: []check.Loose{{File: "warc/x", Bytes: 1}, {File: "warc/y", Bytes: 2000}}}, []string{"not whole the last 1 byte of warc/x: weft crawl --resume c cuts them off, or continues from them", "not whole the last 2,000 bytes of warc/y: weft crawl --resume c cuts them off, or continues from them"}},
		"c damage was found; weft crawl --recover c repairs the crawl, so that its next run requests lost pages again": {check.Verified{Done: true, Damage: damage, Untold: 1234}, []string{"damage log/events, byte 5: wrong", "damage and 1,234 more"}},
	} {
		c.want = append(append([]string{"log 0 events, 0 B; 0 marks", "frontier 0 names, 0 B", "archive 0 records, 0 B; 0 lines of indexes; 0 answers as the log has them"}, c.want...), last)
		if got := shown(func(w io.Writer) { printVerified(w, "c", &c.r) }); !slices.Equal(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// How far cores lie apart is told where there are two, and where one leads to another.
func TestSeedsAreShown(t *testing.T) {
	average := distance.Estimate{Value: 3, Low: 2, High: 4}
	for want, b := range map[string]*seeds.Between{
		"cores apart unknown: it takes two cores":                                  {},
		"cores apart no link leads from one to another, in 6 pairs":                {Pairs: 6, Apart: 6},
		"cores apart 1 to 1 link, 1.00 in the mean; 1 of 2 pairs are not joined":   {Pairs: 2, Apart: 1, Least: 1, Greatest: 1, Mean: 1},
		"cores apart 2 to 7 links, 4.50 in the mean; 0 of 12 pairs are not joined": {Pairs: 12, Least: 2, Greatest: 7, Mean: 4.5},
	} {
		f := &seeds.Found{Result: &seeds.Result{Why: "it was enough"}, Apart: &seeds.Apart{Between: b, Average: average}, Other: &seeds.Difference{How: "warm", Same: 3, Only: []string{"x"}}}
		f.Starting = []seeds.Listed{{URL: "http://a.example/\x1b[31m", Title: "a \n\x9b title", Round: 4}}
		got := shown(func(w io.Writer) { answer.Print(w, f.Blocks(), flagOf) })
		for _, line := range []string{want, "found warm 3 the same, 1 other", "seeds 1 found of 0 requested", "fewer because it was enough; --rounds examines more cores", "pages apart 3.00 links in the mean (95 %: 2.00 to 4.00)"} {
			if !slices.Contains(got, line) {
				t.Errorf("got\n%s\nwithout %q", strings.Join(got, "\n"), line)
			}
		}
		if last := got[len(got)-1]; strings.ContainsAny(last, "\x1b\u009b") || !strings.HasPrefix(last, "4 0 0 0 % http://a.example/") {
			t.Errorf("got the seed %q", last)
		}
	}
}

// Version, commit and date come from the build information: of a release, of a build in a repository with or without tags, and
// of go install with a version.
func TestVersionsAreShown(t *testing.T) {
	settings := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02"}, {Key: "vcs.modified", Value: "true"}}
	for want, b := range map[string]built{
		"commit not known":                                        newBuilt(nil),
		"commit abc, 2026-01-02, with changes":                    newBuilt(&debug.BuildInfo{Settings: settings}),
		"commit 0123456789ab, 2026-11-26T05:51:10Z":               newBuilt(&debug.BuildInfo{Main: debug.Module{Version: "v0.2.1-0.20261126055110-0123456789ab"}}),
		"commit 0123456789ac, 2026-11-26T05:51:10Z, with changes": newBuilt(&debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261126055110-0123456789ac+dirty"}}),
		"commit abc, 2026-01-02":                                  newBuilt(&debug.BuildInfo{Settings: settings[:2]}),
	} {
		if got := shown(func(w io.Writer) { printBuilt(w, b) }); len(got) != 3 || got[0] != "weft "+version || got[2] != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for module, want := range map[string]string{
		"": "0.1.0-dev", "(devel)": "0.1.0-dev", "v0.0.0-20261126055110-0123456789ab": "0.1.0-dev",
		"v0.2.0": "0.2.0", "v0.2.0+dirty": "0.2.0+dirty", "v0.2.1-0.20261126055110-0123456789ab": "0.2.1-0.20261126055110-0123456789ab",
	} {
		if got := versionOf("", &debug.BuildInfo{Main: debug.Module{Version: module}}); got != want {
			t.Errorf("%q: got version %q, want %q", module, got, want)
		}
		if got := versionOf("0.3.0", &debug.BuildInfo{Main: debug.Module{Version: module}}); got != "0.3.0" {
			t.Errorf("%q: got version %q of a release", module, got)
		}
	}
	for want, in := range map[string]ingest.PlannedInput{
		"standard input, which is not read": {Path: "-", Bytes: -1}, "site: html": {Path: "site", Format: "html", Bytes: -1}, "a: edges, 5 B": {Path: "a", Format: "edges", Bytes: 5},
		"a: edges, two columns, 0 B": {Path: "a", Format: "edges", ReadAs: "edges, two columns"},
	} {
		if got := describeInput(in); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// What measures want to be known is told once, and as it is.
func TestInformedOnce(t *testing.T) {
	var errs strings.Builder
	a := &app{stderr: &errs}
	for range 3 {
		a.inform("5 % of it", false)
		a.inform("lost at /tmp/a%20b\x1b[2J", true)
	}
	if got, want := errs.String(), "weft: 5 % of it\nweft: warning: lost at /tmp/a%20b\\x1b[2J\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
