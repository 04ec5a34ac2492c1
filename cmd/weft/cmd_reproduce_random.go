package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/course"
	"weft/papers"
	"weft/store"
)

const reproduceRandomHelp = `Run the experiments of the paper on random Web crawls (Bennouas, de Montgolfier, 2007): crawls of a random Web, of which nothing is supposed but the laws of its degrees, by every
strategy of the paper, measured on their way to 30 % of the pages; under the law of out-degrees that the paper prints; from many seeds; of a tenth of the size; and, for cores, of 1,000 and 25,000
pages and under other exponents. With CRAWL, its figures stand beside those of the model that is fitted to it, as by weft simulate fit. For each figure, and for each claim of section 5, there is ours with its 95 % interval over --draws, and a word by one rule. It agrees if the whole interval lies in the range that the row states, and differs if the whole interval lies outside.
Else it is "cannot tell": the interval crosses the end of the range, or there is none, as of one draw.

--crawled is how many pages are crawled: 500,000 by default, as in the paper's Figs. 6 and 7; its largest are 20,000,000, for which --memory 4GiB is enough. Nothing is kept of a run
that is stopped. With -o the figures go to a folder.`

func (a *app) reproduceRandomCmd() *cobra.Command {
	var o papers.RandomOptions
	var output string
	c := &cobra.Command{
		Use: "random-crawls [CRAWL]", Short: "Run the experiments of the paper on random Web crawls", Long: reproduceRandomHelp,
		Example: "  weft reproduce random-crawls --crawled 3000 --draws 2",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			o.Options = a.options("")
			if output == "-" {
				return usagef("--output -: want a folder: plots cannot be printed")
			}
			if err := cmp.Or(o.Check(), noZero(o), checkFolder("--output", output)); err != nil {
				return err
			}
			if len(args) == 0 {
				return a.reproduceRandom(o, output)
			}
			return a.open(args[0], func(c *store.Crawl) (err error) {
				if o.Fit, err = course.Fit(a.ctx, c, o.Options); err != nil {
					return err
				}
				return a.reproduceRandom(o, output)
			})
		},
	}
	f := c.Flags()
	f.IntVar(&o.Crawled, "crawled", 500_000, "crawl `N` pages, 30 % of those that there are")
	f.IntVar(&o.Draws, "draws", 3, "crawl `N` Webs by each strategy, for intervals")
	f.StringVarP(&output, "output", "o", "", "`DIR` for plots")
	return c
}

// noZero refuses what stands for the defaults where nothing is said, and was said.
func noZero(o papers.RandomOptions) error {
	return answer.CheckAll(answer.Rule{Holds: o.Crawled != 0, Option: "crawled", Value: 0, Want: "1,000 or more"}, answer.AtLeast("draws", o.Draws, 1))
}

func (a *app) reproduceRandom(o papers.RandomOptions, output string) error {
	r, err := papers.RunRandom(a.ctx, o)
	if err != nil {
		return err
	}
	if err := a.tell(r); err != nil || output == "" {
		return err
	}
	return a.writePlots(r, output)
}
