// Package replay makes one document of an archived page, which a browser shows as the page was. Images, style sheets and
// fonts of the page are in the document. Nothing in it runs or loads: scripts, frames, plug-ins and forms are left out, and
// links lead where the caller says.
//
// A browser may read the HTML otherwise than the tokenizer of this package. So a document must be shown with [Policy],
// under which nothing runs or loads either.
package replay
