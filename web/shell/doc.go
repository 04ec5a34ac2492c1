// Package shell detects pages without content of their own: empty application shells, which a script in a browser
// fills, and cookie walls.
//
// Both judgements are guesses. In doubt a page counts as ordinary. A page is judged only if it shows few words,
// few links and no media. The text of noscript elements is not shown, but is searched for messages.
package shell
