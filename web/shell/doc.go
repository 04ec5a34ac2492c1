// Package shell tells pages that hold their content from pages that only promise it: empty application shells, which a
// script in a browser fills, and walls that ask for cookies.
//
// Both judgements are guesses, and err on the side of an ordinary page. A page is judged only if it shows few words, few
// links and no media. What stands in noscript elements is not shown, but is read for messages.
package shell
