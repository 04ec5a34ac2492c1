package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/course"
	"weft/internal/ending"
	"weft/papers"
	"weft/store"
)

const reproduceRandomHelp = `Run the experiments of the paper on random Web crawls (Bennouas, de Montgolfier, 2007). weft crawls a random Web, defined
only by the laws of its degrees, by every strategy of the paper, and measures the crawls on the way to 30 % of the pages. It
repeats this with the law of out-degrees printed in the paper, from many seeds, at a tenth of the size and, for cores, with
1,000 and 25,000 pages and other exponents. With CRAWL, weft also compares the crawl with the model fitted to it, like
"weft simulate fit".

` + verdictsHelp + `

Each value has a 95 % interval over --draws. It agrees if the whole interval lies in the stated range, and differs if the
whole interval lies outside. With one draw there is no interval, and weft cannot tell.

--crawled sets the number of pages to crawl: 500,000 by default, as in Figs. 6 and 7 of the paper. Its largest is
20,000,000, for which --memory 4GiB is enough. A run that is stopped keeps nothing. -o writes plots to a folder.`

func (a *app) reproduceRandomCmd() *cobra.Command {
	var o papers.RandomOptions
	var output string
	c := &cobra.Command{
		Use: "random-crawls [CRAWL]", Short: "Repeat the experiments on random Web crawls", Long: reproduceRandomHelp,
		Example: "  weft reproduce random-crawls --crawled 3000 --draws 2",
		Args:    between(0, 1, "a crawl, or none"),
		RunE: func(_ *cobra.Command, args []string) error {
			o.Options = a.options("")
			if output == "-" {
				return usagef("--output -: expected a folder: plots cannot be printed")
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
	f.IntVar(&o.Crawled, "crawled", 500_000, "crawl `N` pages: 30 % of the pages of each Web")
	f.IntVar(&o.Draws, "draws", 3, "crawl `N` random Webs per strategy; the intervals come from these")
	f.StringVarP(&output, "output", "o", "", "write the plots to the folder `DIR`")
	ending.Set(f, "output", ending.Folder)
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
