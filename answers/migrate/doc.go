// Package migrate finds pages of a crawl again in a newer one: those that are still there, and for those that are gone
// the page that is likeliest their successor.
//
// A successor is a page of the newer crawl that the older one has not. Three things speak for it. Its name: the edit
// distance of the tokens of both URLs, rare tokens weighing more, log(1+N/df); a change of a token that others of the
// same directory, or others at all, were found to have made costs less. Its neighbours: the weighted Jaccard
// coefficient of the pages that both link to and are linked from, among those that were kept or found again, each
// weighing 1/log(1+degree). Its texts: the same coefficient of the words by which links call both, where both crawls
// keep them.
//
// The score of a pair is the mean of what is known of the three. Its strength is that score times the share of it among
// all rivals, raised to a power, on either side: a page that two would fit equally well is worth no more than a half.
// Pairs are taken in the order of strength, each page once. Then neighbours and changes of tokens are looked at anew,
// with what was found, for some rounds.
//
// The confidence of a pair is the probability that it is right: of pairs of a confidence of 0.8, four in five are, as
// far as crawls are like those whose truth was known. It is a logistic regression on the three kinds of evidence, the
// share among rivals, and what the neighbours weigh; a pair for which one kind alone speaks has 0.5 at most, however
// well it agrees. How many pages moved at all differs from crawl to crawl, and nobody knows it beforehand: where most
// are lost and new ones have like names, less are right.
//
// Where less than one page in a hundred stayed, neighbours are no second kind: they were found by their names.
//
// Nothing is looked at twice for every pair: of a page the rarest features, 4,096 entries of the index in all, of a
// name 32 tokens, of a text the first thousands of words, and of two lists of neighbours the shorter. Left counts what
// was not.
//
// Candidates come from an inverted index of rare tokens, pairs of tokens, neighbours and words: never all pairs.
package migrate
