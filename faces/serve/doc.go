// Package serve is a server that shows crawls in a browser: a list of crawls, and for each crawl its figures and tables.
//
// The pages are HTML, and work without scripts; the scripts of script/src make some of them easier to use. Pages come from
// the same results as the terminal, JSON and the report. The server follows a crawl that changes: after a change of the
// manifest the next request opens the crawl again. A request that has begun ends on the crawl that it opened.
//
// A page changes nothing. Forms start jobs, which are processes of weft itself: see package jobs. A form has a token of
// its session, see session.go, and all its values are checked, see package forms.
//
// Everything from a crawl is hostile: URLs, titles, anchor texts, headers, and the saved report. html/template escapes by
// context, and package inert makes invisible characters visible. A Content-Security-Policy forbids frames and requests to
// other places. It allows only the scripts of the bundle. tools/script.sh builds the bundle, script/dist, from script/src.
package serve
