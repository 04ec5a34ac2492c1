// Package stats fits laws to degrees and sizes and correlates scores.
//
// It works on histograms, never on one entry per page. A crawl of a thousand million pages has about ten thousand
// distinct degrees. So after one counting pass (Counter) every further step is cheap.
//
//   - Histogram, Counter: counting, mean, complementary cumulative distribution, log-binned density.
//   - FitPowerLaw: the discrete power law of Clauset, Shalizi and Newman ("Power-law distributions in empirical data",
//     SIAM Review 51, 2009; CSN below) with x_min, standard error, goodness of fit and alternatives. The sizes of
//     components follow the same code: count them and fit.
//   - Kendall, Pearson, Spearman: correlation of two scores of the same pages.
//
// All functions are pure functions of their arguments, including the random seed. They return the same bits for
// any number of workers.
package stats
