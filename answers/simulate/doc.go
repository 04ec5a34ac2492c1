// Package simulate crawls graphs that are stored: fetching a page is reading its list. What is learnt so about an order of
// crawling, or about what a partial crawl can be trusted for, is learnt by the loop that crawls the Web.
package simulate
