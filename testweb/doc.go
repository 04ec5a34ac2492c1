// Package testweb makes artificial Webs. A [Web] is a set of hosts with pages, links and responses, a pure
// function of its [Options]. The demonstration crawls one, and tests know the truth about it.
//
// A Web is small but has the difficulties of real ones. Hosts are in registered domains, with sizes that follow a
// power law. All are below .test and .example, so that none can exist. Pages have templates, directories cut into
// numbered pages, and articles. The links of articles are partly copied from earlier articles on the same topic,
// so that in-degrees have a heavy tail (the copying model of Kumar et al., Stochastic models for the Web graph,
// FOCS 2000).
//
// The whole has the shape of a bow tie (Broder et al., Graph structure in the Web, WWW 2000). It has a core,
// notebooks and fresh entries that link in and have no links to them, libraries that link only onward, tubes,
// tendrils, strays and islands.
//
// Among the pages are:
//
//   - redirects, chains of them and redirects out of the Web
//   - missing and gone pages, PDF files and pictures
//   - frames, meta and header refreshes, base elements
//   - canonical, alternate, next and prev links in elements and headers
//   - pages that ask robots to follow nothing
//   - legacy encodings, a link farm, and links to hosts that are not served
//
// Markup varies in case, quoting, escapes and the form of references.
//
// [Web.Answer] returns the response to a URL, and [Web.Arcs] every occurrence of a link that a perfect reader
// finds in these responses.
package testweb
