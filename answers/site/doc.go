// Package site finds logical websites: the pages that belong together by their links, wherever they are served.
//
// The boundary of a site is found from characteristic pages in the five steps of "Identifying websites with flow
// simulation" (fig. 9). Each step can be seen and replaced:
//
//  1. a superset: the crawl, or the hosts or domains of the given pages;
//  2. its graph, from a crawl that is there;
//  3. clusters of it: closed groups, with hardly a returned link out ([weft/algo/hierarchy]), or clusters by Leiden or MCL,
//     or those found before;
//  4. the clusters of the given pages, or that with most URLs that contain a keyword: the core;
//  5. the flow from the core: the exact minimum cut between it and the rest ([weft/algo/flow]).
//
// The paper takes the capacity of a link from the similarity of two URLs, and ε = exp(−50²/2σ²). With an exact cut
// these choices swallow all reachable pages, because every cut arc costs more than all pages together. Numbered
// URLs are also alike.
//
// Here the weight of a link is its evidence: 1/indegree of its target, and a tenth of this if the link is not
// returned. Footers and menus then hardly count. ε is the middle of the widest range over which the site hardly
// changes. The paper's choices are options.
package site
