// Package random makes random graphs that are functions of their options and their seed. Each can be read in any order, in
// parts, by any number of workers, twice, and is always the same. The lists of these are pure functions of
// the page too, so that nothing need be kept:
//
//   - [Web]: a crawl-like Web with names, hosts, directories, states and a bow tie.
//
//   - [GNP]: every arc with the same probability.
//
//   - [Copying]: the linear growth copying model, whose in-degrees follow a power law.
//
//   - [Evolving]: the Evolving Network, whose pages choose others by their in-degrees.
//
//   - [Kronecker]: arcs that fall to quarters of the matrix, and to quarters of these.
//
//   - [Uniform]: so many arcs, each from any page to any page, which others are given.
//
// In these, what a page draws depends on all that was drawn before. They are made from the first page to the last, and kept:
//
//   - [ScaleFree]: pages and arcs that choose pages by their degrees.
//   - [ForestFire]: pages that link to what burns from one page on, with back links or without.
//
// One is made of another graph: [Rewired] has its degrees and nothing else.
//
// All implement graph.Graph and draw by hashing (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014): a stream of numbers for each page, host or directory.
package random
