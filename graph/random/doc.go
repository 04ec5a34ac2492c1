// Package random makes random graphs that are functions of their options and their seed. Each can be read in any
// order, in parts, repeatedly, and by any number of workers, with the same result.
//
// Some graphs store nothing, because their lists are pure functions of the page:
//
//   - [Web]: a crawl-like Web with names, hosts, directories, states and a bow tie.
//   - [GNP]: every arc with the same probability.
//   - [Copying]: the linear growth copying model, whose in-degrees follow a power law.
//   - [Evolving]: the Evolving Network, whose pages choose others by their in-degrees.
//   - [Kronecker]: arcs that fall to quarters of the matrix, and to quarters of these.
//   - [Uniform]: a number of arcs, each from any page to any page, to be added to other graphs.
//
// In others, the draws of a page depend on all earlier draws. They are made from the first page to the last, and
// stored:
//
//   - [ScaleFree]: pages and arcs that choose pages by their degrees.
//   - [ForestFire]: pages that link to the pages of a fire that spreads from one page, with back links or without.
//
// One is made from another graph: [Rewired] has its degrees, and is random otherwise.
//
// All implement graph.Graph and draw by hashing (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom
// number generators", OOPSLA 2014): a stream of numbers for each page, host or directory.
package random
