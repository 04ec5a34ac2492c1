package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/changes"
	"weft/faces/report"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/store"
)

// reportChanges writes the page on two crawls or more.
func (a *app) reportChanges(cmd *cobra.Command, paths []string, rf reportFlags) error {
	if cmd.Flags().Changed("calibrate") {
		return usagef("--calibrate applies to the report of one crawl: leave it out, or name one crawl")
	}
	dates, err := parseDates(rf.dates, len(paths))
	if err != nil {
		return err
	}
	return a.openAll(paths, nil, nil, func(crawls []*store.Crawl) error {
		o := changes.Options{Options: a.options(rf.kinds), Top: rf.top, Samples: rf.samples, Dates: dates}
		stages, err := changes.Stages(cmd.Context(), crawls, o)
		if err != nil {
			return err
		}
		if a.plan {
			return a.printStages(crawls[0], "report", stages)
		}
		if _, err := answer.MakePlan(crawls[0], "report", a.budget, stages); err != nil {
			return err
		}
		return a.writeChanges(cmd.Context(), crawls, paths, o, rf)
	})
}

// openAll opens crawls, one within the other. A crawl that cannot be opened is an error, unless leaveOut, which may be nil,
// returns true for it.
func (a *app) openAll(paths []string, opened []*store.Crawl, leaveOut func(path string, err error) bool, f func([]*store.Crawl) error) error {
	if len(paths) == 0 {
		return f(opened)
	}
	isOpen := false
	err := a.open(paths[0], func(c *store.Crawl) error {
		isOpen = true
		return a.openAll(paths[1:], append(opened, c), leaveOut, f)
	})
	if isOpen || leaveOut == nil || !leaveOut(paths[0], err) {
		return err
	}
	return a.openAll(paths[1:], opened, leaveOut, f)
}

// writeChanges measures the crawls, writes the page, and prints where it is.
func (a *app) writeChanges(ctx context.Context, crawls []*store.Crawl, paths []string, o changes.Options, rf reportFlags) error {
	names := namesOf(crawls)
	path := rf.output
	if path == "" {
		path = changesFile(names)
	}
	for _, c := range crawls {
		if c.Owns(path) {
			return usagef("%s is a file of the crawl %s: choose another name", path, c.Path)
		}
	}
	out, err := atomicfile.Create(path) // before all the work, as it may not be possible
	if err != nil {
		return err
	}
	defer out.Abort()
	got, err := changes.Measure(ctx, crawls, o)
	if err != nil {
		return err
	}
	if text := report.Disorder(got, names); text != "" {
		a.warn("%s", text)
	}
	made := report.Generated{Version: version, Time: time.Now().UTC().Truncate(time.Second)}
	d := report.ChangesData{Names: names, Paths: paths, Changes: got, Generated: made}
	if err := report.WriteChanges(out, d); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if rf.figures != "" {
		if err := a.writeFigures(rf.figures, report.ChangesFigures(d)); err != nil {
			return err
		}
	}
	return a.printReported(reported{path, rf.figures})
}

// namesOf names crawls by their folders; different crawls with equal names by one more folder of their paths.
func namesOf(crawls []*store.Crawl) []string {
	names, paths := make([]string, len(crawls)), make([]string, len(crawls))
	for i, c := range crawls {
		names[i], paths[i] = crawlName(c.Path), c.Path
		if full, err := filepath.Abs(c.Path); err == nil {
			paths[i] = full
		}
	}
	longer := slices.Clone(names)
	for i := range names {
		for j := range names {
			if names[i] == names[j] && paths[i] != paths[j] {
				longer[i] = filepath.Base(filepath.Dir(strings.TrimSuffix(paths[i], string(filepath.Separator)+folder.SnapshotDir))) + "/" + names[i]
			}
		}
	}
	return longer
}

// changesFile is the default name of the page.
func changesFile(names []string) string {
	name := names[0] + "-" + names[len(names)-1] + ".report.html"
	return strings.NewReplacer("/", "-", string(filepath.Separator), "-").Replace(name)
}

// parseDates reads the dates of n crawls; nil if none are given.
func parseDates(list string, n int) (dates []changes.Date, err error) {
	if list == "" {
		return nil, nil
	}
	texts := strings.Split(list, ",")
	if len(texts) != n {
		return nil, usagef("--dates %s: %s for %d crawls: name one for each crawl, separated by commas", list, digits.Plural(len(texts), "date"), n)
	}
	for _, text := range texts {
		d, ok := parseDate(strings.TrimSpace(text))
		if !ok {
			return nil, usagef("--dates %s: %q is no date: expected a year, a month or a day, such as 2018, 2018-10 or 2018-10-31", list, text)
		}
		dates = append(dates, d)
	}
	return dates, nil
}

func parseDate(text string) (changes.Date, bool) {
	for _, layout := range []string{"2006", "2006-01", time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return changes.Date{Time: at, Text: text}, true
		}
	}
	return changes.Date{}, false
}
