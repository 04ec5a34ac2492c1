// Package testweb makes Webs that do not exist: a [Web] is a set of hosts with pages, links and answers, a pure function of
// its [Options]. It is what a demonstration crawls and what tests know the truth about.
//
// A Web is small but has what makes real ones hard. Hosts come in registered domains (all below .test and .example, so
// that none can exist) with sizes that follow a power law. Pages have templates, directories cut into numbered pages,
// and articles whose links are partly copied from earlier articles on the same topic, so that in-degrees have a heavy
// tail (the copying model of Kumar et al., Stochastic models for the Web graph, FOCS 2000). The whole has the shape of a
// bow tie (Broder et al., Graph structure in the Web, WWW 2000): a core; notebooks and fresh entries that link in and
// that nobody links to; libraries that link only onward; tubes, tendrils, strays and islands. Among the pages are
// redirects, chains of them and redirects out of the Web, pages that are missing or gone, PDF files and pictures,
// frames, meta and header refreshes, base elements, canonical, alternate, next and prev links in elements and headers,
// pages for which robots are asked to follow nothing, legacy encodings, a link farm, and links to hosts that nobody
// serves. Markup varies in case, quoting, escapes and in how a reference is written.
//
// [Web.Answer] says what a server answers to a URL, [Web.Arcs] says every occurrence of a link that a perfect reader
// finds in these answers.
package testweb
