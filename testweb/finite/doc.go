// Package finite describes made Web sites whose size is known: sites that end, which a crawler must fetch whole, and
// endless ones, which a crawler must leave by itself.
//
// A Kind is one site: a name, a line about it, a seed. The sites copy the shapes that sites of the real Web have: tide
// tables, scanned books, forums, shops with variants, web views of repositories; and, for the endless ones, calendars,
// session ids, facets, generated text. What the pages say differs as much as it does on the Web, from pages of one
// number to articles. Each page is computed from the seed and its target when it is requested; a site holds no table
// of its pages.
//
// Site.Answer returns the response to a target, and Site.Paths lists the targets of all pages that the site has in
// earnest: all pages of a finite site, and the real pages that lie beside an endless part. Some kinds change a part of
// each page from request to request; the caller numbers the requests, and the changing part depends on that number
// alone.
//
// The kinds are divided by lot into an open and a kept half. Whoever writes rules for endless sites looks at the open
// half alone, so that the kept half measures the rules.
package finite
