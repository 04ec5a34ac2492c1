// Package frontier remembers which pages a crawl has met.
package frontier
