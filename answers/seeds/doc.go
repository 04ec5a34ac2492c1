// Package seeds finds pages from which the next crawl of a graph should start: hubs of bipartite cores that HITS
// finds, of different communities.
//
// [Find] ranks the pages by HITS, takes the core around the best authority, and names its best hub as a seed. Then
// it removes the pages of the core and ranks again, until there are enough seeds. The graph should be without arcs
// inside sites (store.Filter), which serve navigation. Good hubs are then pages that link to good pages of other
// sites.
//
// # Cores
//
// A core begins with the page of the highest authority score. It alternately adds two kinds of pages:
//
//   - the best hub among the pages that link to one of its authorities
//   - the best authority among the pages to which one of its hubs links
//
// A page is either a hub or an authority. With a density, a page that would bring 100·arcs/(hubs·authorities)
// below the density is left out and closes its side. The other side continues until it is closed, too. So 100
// gives complete cores, most of them with more hubs than authorities. With a size the core ends at this number of
// pages. It always ends when neither side can grow. Of equal scores, to 40 bits (12 digits), the smaller page
// number is better.
//
// # Source
//
// The source is the paper on seed sets by HITS: figures 1, 3 and 4. Departures from it:
//
//   - Its loop for a density would never run at 100: it says "bigger" where the text says "bigger than or equal".
//   - It adds a hub and an authority before it checks, so no core would be complete, unlike its figures.
//     [CoreOptions].Literal has this loop, with "bigger than or equal".
//   - Its second line for authorities names the hub set twice.
//   - Cores of few hubs or authorities give no seed, unless Options say so. They are removed all the same.
//   - Each ranking starts from ones, as in the paper. [Options].Warm, which is not in the paper, starts from the
//     scores before.
package seeds
