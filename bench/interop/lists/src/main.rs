//! Times the lists of random nodes in webgraph-rs: lists BASENAME SAMPLES REPEATS.
//!
//! "count" is what `webgraph bench bvgraph -S -r SAMPLES` does: the iterator of a list is asked for its count, and answers from
//! the outdegree, so that residuals beyond the first and copied successors are not decoded. "each" takes every successor, "vec"
//! puts them into a vector.

use dsi_bitstream::prelude::*;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::hint::black_box;
use webgraph::prelude::*;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, basename, samples, repeats] = args.as_slice() else {
        eprintln!("usage: lists BASENAME SAMPLES REPEATS");
        std::process::exit(2);
    };
    let samples: usize = samples.parse().expect("SAMPLES is a number");
    let repeats: usize = repeats.parse().expect("REPEATS is a number");
    let graph = BvGraph::with_basename(basename)
        .endianness::<BE>()
        .dispatch::<Static>()
        .mode::<Mmap>()
        .flags(MemoryFlags::TRANSPARENT_HUGE_PAGES | MemoryFlags::RANDOM_ACCESS)
        .load()
        .expect("the graph and its .ef can be read");
    for _ in 0..repeats {
        for what in ["count", "each", "vec"] {
            println!("{what} {:.2} ns/arc", time(&graph, samples, what));
        }
    }
}

fn time(graph: &impl RandomAccessGraph, samples: usize, what: &str) -> f64 {
    let mut rng = SmallRng::seed_from_u64(0);
    let (mut arcs, mut sum) = (0, 0);
    let mut list = Vec::new();
    let start = std::time::Instant::now();
    for _ in 0..samples {
        let successors = graph.successors(rng.random_range(0..graph.num_nodes())).into_iter();
        match what {
            "count" => arcs += black_box(successors.count()),
            "each" => {
                for v in successors {
                    sum += v;
                    arcs += 1;
                }
            }
            _ => {
                list.clear();
                list.extend(successors);
                arcs += black_box(&list).len();
            }
        }
    }
    black_box(sum);
    start.elapsed().as_secs_f64() / arcs as f64 * 1e9
}
