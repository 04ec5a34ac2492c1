// Package stats fits laws to degrees and sizes and correlates scores.
//
// It works on histograms, never on one entry per page: a crawl of a thousand million pages has some ten thousand
// distinct degrees, so after one counting pass (Counter) every further step is cheap and small.
//
//   - Histogram, Counter: counting, mean, complementary cumulative distribution, log-binned density.
//   - FitPowerLaw: the discrete power law of Clauset, Shalizi and Newman ("Power-law distributions in empirical data",
//     SIAM Review 51, 2009; CSN below) with x_min, standard error, goodness of fit and alternatives. The sizes of
//     components follow the same code: count them and fit.
//   - Kendall, Pearson, Spearman: correlation of two scores of the same pages.
//
// Everything is a pure function of its arguments, the random seed among them, and gives the same bits for any number
// of workers.
package stats
