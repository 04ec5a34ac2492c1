// Package estimate says how many pages a site has after a part of it was crawled, with an interval.
//
// A [Record] is told of every page that is fetched and what it links to, in the order of the crawl. [Record.Size] estimates the
// number of pages that can be reached: those known, and those that only pages not yet fetched link to.
//
// # How
//
// What is not known hangs on the frontier, the F = K - t pages that are known and not fetched. What says most about it is
// whether pages fetched lately found anything: z, the share of the later half of the t fetched pages that found a new page, n,
// how many each of that half found on average, and g, the pages mentioned once for each page that was fetched (Good's estimate
// of how many new ones the next will mention). The upper end of the interval is the lesser of
//
//	K exp(0.7 - 1.44 √z + 3.62 √z t/K)   and   K + F (14 exp(0.2 √z + 0.48 √n - 1.83 √g) - 0.05)
//
// with n and g at most 2; the estimate the lesser of
//
//	K exp(0.46 √z - 0.14 √z t/K)         and   K + F (0.05 exp(3.55 √z + 0.41 √n) - 0.05)
//
// and the lower end K itself, which is certain. The coefficients come of quantile regression (of levels 0.98 and 0.985, and of
// the median) on crawls of 57 documentation sites and hosts, a university and 7 parts of an Italian academic crawl, breadth
// first and at random, from random pages, stopped at 20, 30, 50 and 75 % of what can be reached.
//
// # How good
//
// Each group of sites that share pages was left out in turn, fitted on the others, and tried; sites weigh alike.
// Crawled breadth first to the given share (at random in brackets), the interval covers the truth, and is so wide,
// relative to the truth:
//
//	share        20 %            30 %            50 %            75 %
//	covers    0.88 (0.90)     0.98 (0.98)     1.00 (1.00)     1.00 (1.00)
//	width     0.68 (0.58)     0.91 (0.88)     1.22 (1.31)     1.21 (1.44)
//
// At 10 % it covers 0.44 (0.25). The estimate is wrong by 9 % (12 %) in the median at 30 %, and by 1 % at 75 %. Methods of the
// literature alone do worse: at 30 % breadth first, the logarithm of estimate over truth has a root mean square of 0.31 (K),
// 0.60 (Chao's bound), 0.48 (Good's rate for each page of the frontier), 0.33 (the rate of the last eighth).
//
// # What breaks it
//
// The interval assumes that at least a fifth of the site was fetched, which nothing in a crawl can prove: after the last link
// of the frontier may stand an index of another thousand pages. Sites of parts that hardly link to each other are
// underestimated until the second part is found. Endless pages (package trap) have no size. Pages without a link to them are
// not counted, as they cannot be reached.
//
// # Cost
//
// A Record takes 1 byte a known page and 24 KiB, and sorts each list once.
//
// # Sources
//
// I. Good, "The population frequencies of species and the estimation of population parameters", Biometrika 40, 1953.
// A. Chao, "Estimating the population size for capture-recapture data with unequal catchability", Biometrics 43, 1987 (the
// bound). R. Koenker and G. Bassett, "Regression quantiles", Econometrica 46, 1978.
package estimate
