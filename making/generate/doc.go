// Package generate writes random graphs as crawls: it makes the lists of a model, compresses them, turns them round and
// names their pages.
package generate
