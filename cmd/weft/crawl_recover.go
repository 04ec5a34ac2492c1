package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// recovered is the output of weft crawl --recover.
//
//json:object crawl --recover
type recovered struct {
	Crawl string `json:"crawl"` // folder of the crawl
	*folder.Recovery
}

// recoverCrawl makes a damaged crawl usable again.
func (a *app) recoverCrawl(cmd *cobra.Command, fl *crawlFlags, args []string) error {
	if len(args) > 0 {
		return usagef("--recover takes no URLs: name only the folder of the crawl")
	}
	var wrong error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "recover", "json", "quiet", "memory", "workers":
		default:
			wrong = usagef("--recover cannot be combined with --%s: use it later, with weft crawl --resume %s", f.Name, option.Word(fl.recover))
		}
	})
	if wrong != nil {
		return wrong
	}
	if err := a.setCrawlOptions(cmd, fl); err != nil {
		return err
	}
	fl.run.Dir = fl.recover
	r, err := livecrawl.Recover(a.ctx, fl.run)
	if err != nil {
		return err
	}
	return a.print(recovered{fl.recover, r}, func(w io.Writer) { printRecovery(w, fl.recover, r) })
}

func printRecovery(w io.Writer, dir string, r *folder.Recovery) {
	if len(r.Found) == 0 {
		row(w, "crawl", "%s: log, names and archive are not damaged; nothing was changed", dir)
		fmt.Fprintf(w, "\nTry: weft verify %s\n", option.Word(dir)) //nolint:errcheck // a strings.Builder does not fail
		return
	}
	row(w, "crawl", "%s: it was damaged, and can be resumed again", dir)
	for _, what := range r.Found {
		row(w, "damage", "%s", what)
	}
	for _, name := range r.Indexes {
		row(w, "index", "%s was made anew", name)
	}
	if r.Lost > 0 {
		row(w, "lost", "the responses of %s: the next run requests %s again", digits.Plural(r.Lost, "page"), digits.Verb(r.Lost, "it", "them"))
	}
	if r.LogBytes == 0 {
		printRecovered(w, dir, r)
		return
	}
	log := fmt.Sprintf("%s kept, with %s and %s", digits.Size(r.LogBytes), digits.Plural(r.Replies, "reply"), digits.Plural(r.Names, "known page"))
	if r.LogLost > 0 {
		log += fmt.Sprintf("; %s lost, whose pages are fetched again", digits.Size(r.LogLost))
	}
	row(w, "log", "%s", log)
	if r.Files > 0 {
		row(w, "archive", "%s kept in %s; %s of its responses are known to the log", digits.Size(r.Bytes), digits.Plural(r.Files, "file"), grouped(r.Answers))
	}
	for _, name := range r.Missing {
		row(w, "missing", "%s: an empty file stands in its place", name)
	}
	for _, x := range r.Aside {
		row(w, "moved", "%s that are no whole record: %s", digits.Plural(x.Bytes, "byte"), filepath.Join(dir, x.File))
	}
	if r.NewFolder {
		row(w, "settings", "lost with crawl.json: give the flags of the last run again")
	}
	printRecovered(w, dir, r)
}

// printRecovered prints where the damaged files are, and the command that continues.
func printRecovered(w io.Writer, dir string, r *folder.Recovery) {
	if r.LogBytes > 0 || len(r.Indexes) > 0 {
		row(w, "backup", "%s has the damaged files as they were", filepath.Join(dir, r.Backup))
	}
	fmt.Fprintf(w, "\nTo continue: weft crawl --resume %s\n", option.Word(dir)) //nolint:errcheck // a strings.Builder does not fail
}
