package fidelity

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"weft/answers/answer"
	"weft/store"
)

const calibrateLong = `Test HAK, the estimate of Kendall's tau by "weft fidelity", on the crawl itself. The crawled pages and the links between
them form a known whole. weft crawls parts of it, and compares the estimate for each part with the truth. In each of
--sets crawls, random pages (the shares --blocks) are never fetched; the crawl runs breadth first from the best 1 % of the
pages. The truth is Kendall's tau-b between the PageRank of the part and of the whole, on the best pages of either.

weft also estimates tau by a second method, Recrawl. It keeps a random share γ of the crawled pages, --draws times, and
takes the tau between the kept part and the crawl as an estimate for the crawl and the whole Web. The interval assumes
that the missing part links like the crawl. weft measures the errors of Recrawl where tau is known: on simulated crawls of
this crawl, in the four orders of "weft simulate". In our trials Recrawl was closer to tau than HAK on most graphs. Recrawl
is too low for crawls that fetched the best-linked pages first.`

type askCalibrate struct {
	asked
	c      CalibrateOptions
	blocks string
}

func (q *askCalibrate) Flags(f answer.Flags) {
	q.asked.Flags(f)
	f.StringVar(&q.blocks, "blocks", defaultBlocks, "leave these `SHARES` of the pages unfetched")
	f.IntVar(&q.c.Sets, "sets", 5, "simulate `N` crawls per share")
	f.IntVar(&q.c.Draws, "draws", 8, "draw `N` random parts of the crawl for Recrawl")
}

// Check implements answer.Asker.
func (q *askCalibrate) Check() (err error) {
	if err = q.asked.Check(); err != nil {
		return err
	}
	if q.c.Blocks, err = parseBlocks(q.blocks); err != nil {
		return err
	}
	return answer.CheckAll(answer.AtLeast("sets", q.c.Sets, 1), answer.AtLeast("draws", q.c.Draws, 1))
}

func (q *askCalibrate) Plan(ctx context.Context, c *store.Crawl, ao answer.Options) (w answer.Work, err error) {
	o := q.c
	o.Options, err = q.ready(c, ao)
	if err != nil {
		return w, err
	}
	own, err := Stage(ctx, c, o.Options, false)
	if err != nil {
		return w, err
	}
	more, err := CalibrateStages(ctx, c, o.Options)
	w.Stages = append([]answer.Stage{own}, more...)
	w.Do = func() (answer.Answer, error) { return answer.Got(Calibrate(ctx, c, o)) }
	return w, err
}

const defaultBlocks = "0.1,0.2,0.3,0.4,0.5"

// parseBlocks reads shares.
func parseBlocks(text string) ([]float64, error) {
	var blocks []float64
	for part := range strings.SplitSeq(text, ",") {
		b, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(b >= 0 && b < 1) {
			return nil, answer.Refused("{blocks} %s: expected shares from 0 to less than 1, such as 0.1,0.5", text)
		}
		if slices.Contains(blocks, b) {
			return nil, answer.Refused("{blocks} %s: %g is given twice", text, b)
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}
