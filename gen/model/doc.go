// Package model makes random graphs of any size whose lists are pure functions: of the options, the seed and the page,
// whatever was asked before. So a graph can be read in any order, in parts, by any number of workers, twice, and is
// always the same, and nothing of it need be kept.
//
//   - [Web]: a crawl-like Web with names, hosts, directories, states and a bow tie.
//   - [GNP]: every arc with the same probability.
//   - [Copying]: the linear growth copying model, whose in-degrees follow a power law.
//
// All implement graph.Graph and draw by hashing (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014): a stream of numbers for each page, host or directory.
package model
