// Package finite describes generated Web sites of known size. Finite sites must be fetched whole. A crawler must
// leave endless sites without help.
//
// A Kind is one site: a name, a line about it, a seed. The sites copy the shapes of real sites: tide tables,
// scanned books, forums, shops with variants, web views of repositories. The endless ones have calendars, session
// ids, facets, generated text. Pages vary as much as on the Web, from a single number to articles. Each page is
// computed from the seed and its target when it is requested; a site stores no table of its pages.
//
// Site.Answer returns the response to a target. Site.Paths lists the targets of all real pages: all pages of a
// finite site, and the pages beside the endless part of an endless one. Some kinds change a part of each page from
// request to request. The caller numbers the requests, and the changing part depends on that number alone.
//
// A draw divides the kinds into an open and a kept half. Rules for endless sites are written with the open half
// alone, so that the kept half measures the rules.
package finite
