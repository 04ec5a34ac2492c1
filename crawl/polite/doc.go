// Package polite says which host may be asked now.
//
// Items, such as pages that were picked, wait for their hosts in queues. Take hands out the first item of the host that
// has been ready longest: one with a free connection, whose delay is over, and that of its address. A delay counts from
// the end of the answer before.
//
//	        Put ─┐                                 ┌─ Done: the delay begins
//	Retry, Back ─┴─ queue of the host ── Take ── Turn ─┼─ Back, Retry: the item is the first of its host again, the delay begins
//	                                                └─ Drop, or Located says no: nothing was asked, so no delay
//
// Hosts and addresses stand in a heap by the time at which they may be asked, or in a list of those that may be. A step
// takes O(log hosts). A host takes some 220 bytes and its items; one without items is forgotten when its delay is over, unless
// it has a delay of its own. Times are those of the package time, so that tests run in bubbles of testing/synctest.
package polite
