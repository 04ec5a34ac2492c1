// Package seeds finds pages from which the next crawl of a graph should start: hubs of bipartite cores that HITS brings
// to light, of different communities.
//
// [Find] ranks the pages by HITS, takes the core around the best authority, names its best hub as a seed, removes the
// pages of the core, and ranks again, until there are enough seeds. The graph should be without arcs inside sites
// (store.Filter), which are there to navigate; then good hubs are pages that link to good pages of others.
//
// # Cores
//
// A core begins with the page of the highest authority score. In turn it gets the best hub among the pages that link to
// one of its authorities, and the best authority among those that one of its hubs links to; a page is one or the other.
// With a density the first page that would bring 100·arcs/(hubs·authorities) below it is left out and closes its side;
// the other side continues, until it is closed, too. So 100 gives complete cores, most of them of more hubs than
// authorities. With a size it ends when it has so many pages; in any case when neither side can grow. Of equal scores,
// to 40 bits (12 digits), the smaller page number is better.
//
// # Source
//
// The paper on seed sets by HITS: figures 1, 3 and 4. Departures: its loop for a density would never run at 100 (it
// says "bigger" where the text says "bigger than or equal"), and adds a hub and an authority before it looks, so that
// no core would be complete, as its figures are ([CoreOptions].Literal has that loop, with "bigger than or equal"); its
// second line for authorities names the hub set twice. Cores of few hubs or authorities give no seed, unless Options
// say so; they are removed all the same. Each ranking starts from ones, as in the paper;
// [Options].Warm starts it from the scores before, which the paper does not have.
package seeds
