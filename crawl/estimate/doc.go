// Package estimate estimates how many pages a site has after a part of it was crawled, with an interval.
//
// A [Record] receives every fetched page and its links, in the order of the crawl. [Record.Size] estimates the
// number of pages that can be reached: known pages, and pages that only unfetched pages link to.
//
// # How
//
// The unknown pages depend on the frontier, the F = K - t pages that are known and not fetched. The best sign is
// whether recently fetched pages found new ones. Three quantities measure it:
//
//   - z, the share of the later half of the t fetched pages that found a new page;
//   - n, the mean number of new pages that a page of that half found;
//   - g, the number of pages mentioned exactly once, per fetched page (Good's estimate of the number of new pages
//     that the next page will mention).
//
// The upper end of the interval is the lesser of
//
//	K exp(0.7 - 1.44 √z + 3.62 √z t/K)   and   K + F (14 exp(0.2 √z + 0.48 √n - 1.83 √g) - 0.05)
//
// with n and g at most 2; the estimate is the lesser of
//
//	K exp(0.46 √z - 0.14 √z t/K)         and   K + F (0.05 exp(3.55 √z + 0.41 √n) - 0.05)
//
// and the lower end is K itself, which is certain. The coefficients come from quantile regression (levels 0.98 and
// 0.985, and the median). Its data are crawls of 57 documentation sites and hosts, a university and 7 parts of an
// Italian academic crawl, breadth first and at random, from random pages, stopped at 20, 30, 50 and 75 % of the
// reachable pages.
//
// # How good
//
// Each group of sites that share pages was left out in turn and predicted from the others; sites weigh alike. The
// table holds for crawls breadth first to the given share (at random in brackets). It shows how often the interval
// covers the truth, and its width relative to the truth:
//
//	share        20 %            30 %            50 %            75 %
//	covers    0.88 (0.90)     0.98 (0.98)     1.00 (1.00)     1.00 (1.00)
//	width     0.68 (0.58)     0.91 (0.88)     1.22 (1.31)     1.21 (1.44)
//
// At 10 % it covers 0.44 (0.25). The median error of the estimate is 9 % (12 %) at 30 %, and 1 % at 75 %. Single
// methods of the literature do worse. At 30 % breadth first, the root mean square of the logarithm of estimate
// over truth is 0.31 (K), 0.60 (Chao's bound), 0.48 (Good's rate for each page of the frontier), and 0.33 (the
// rate of the last eighth).
//
// # Limits
//
// The interval assumes that at least a fifth of the site was fetched, which no crawl can prove: the last link of
// the frontier may lead to an index of a thousand more pages. A site with parts that hardly link to each other is
// underestimated until the second part is found. Endless pages (package trap) have no size. Pages without a link
// to them are not counted, because a crawl cannot reach them.
//
// # Cost
//
// A Record takes 1 byte per known page and 24 KiB, and sorts each list once.
//
// # Sources
//
// I. Good, "The population frequencies of species and the estimation of population parameters", Biometrika 40,
// 1953. A. Chao, "Estimating the population size for capture-recapture data with unequal catchability", Biometrics
// 43, 1987 (the bound). R. Koenker and G. Bassett, "Regression quantiles", Econometrica 46, 1978.
package estimate
