// Package migrate finds pages of a crawl again in a newer one. Some pages are still there; for the missing pages
// it finds the likeliest successors.
//
// A successor is a page of the newer crawl that the older crawl does not have. There are three kinds of evidence:
//
//   - Names: the edit distance of the tokens of both URLs. Rare tokens weigh more, log(1+N/df). A change of a
//     token costs less if other pages of the same directory, or any other pages, were found to have the same
//     change.
//   - Neighbours: the weighted Jaccard coefficient of the neighbours in both directions, among pages that stayed
//     or were found again. Each neighbour weighs 1/log(1+degree).
//   - Texts: the same coefficient of the words in link texts, if both crawls keep them.
//
// The score of a pair is the mean of the known kinds. Its strength is this score times a power of its share among
// all rivals, on either side. A page that two pages would fit equally well has at most a half. Pairs are taken in
// the order of strength, each page once. Then neighbours and changes of tokens are evaluated again with the found
// pairs, for some rounds.
//
// The confidence of a pair is the probability that it is right. Of pairs with a confidence of 0.8, four in five
// are right, as far as crawls resemble the crawls with known truth. It is a logistic regression on the three kinds
// of evidence, the share among rivals, and the weight of the neighbours. A pair with only one kind of evidence has
// at most 0.5. The share of pages that moved differs between crawls and is unknown beforehand. If most pages are
// lost and new pages have similar names, fewer pairs are right.
//
// If less than one page in a hundred stayed, neighbours are no second kind of evidence, because their names found
// them.
//
// To end in time, the search reads only a part of the evidence. Left counts the rest. It reads:
//
//   - per page its rarest features, up to 4,096 index entries
//   - per name 32 tokens
//   - per text the first thousands of words
//   - of two lists of neighbours the shorter list
//
// Candidates come from an inverted index of rare tokens, pairs of tokens, neighbours and words: never all pairs.
package migrate
