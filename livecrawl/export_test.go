package livecrawl

import (
	"time"
)

// SetGrowth says after how many bytes of log a checkpoint is made.
func SetGrowth(n int64) { growth = n }

// SetLogPiece says how much of the crawl log a record has, and returns how much it had.
func SetLogPiece(n int) (before int) {
	before, logPiece = logPiece, n
	return before
}

// RuleEstimate returns the first number of pages learnt, from n on, at which an estimate is made for rules.
func RuleEstimate(n uint64) uint64 { return ruleEstimate(n) }

// ViewDue says whether an estimate for those who look on is due, after one of so many pages that began at a time and
// took so long.
func ViewDue(of uint64, began time.Time, took time.Duration, learnt uint64, now time.Time) bool {
	p := viewPace{}
	p.made(of, began, began.Add(took))
	return p.due(learnt, now)
}
