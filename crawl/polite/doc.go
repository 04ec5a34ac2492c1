// Package polite decides which host may be requested now.
//
// Items, such as picked pages, wait for their hosts in queues. Take returns the first item of the host that has
// been ready longest: a host with a free connection, whose delay is over, as is the delay of its address. A delay
// counts from the end of the last response.
//
//	        Put ─┐                                 ┌─ Done: the delay begins
//	Retry, Back ─┴─ queue of the host ── Take ── Turn ─┼─ Back, Retry: the item is the first of its host again, the delay begins
//	                                                └─ Drop, or Located says no: no request was sent, so no delay
//
// Hosts and addresses are in a heap by the time of their next request, or in a list of those that are ready. A
// step takes O(log hosts). A host takes some 220 bytes and its items. A host without items is forgotten when its
// delay is over, unless it has its own delay. Times come from the package time, so that tests run in bubbles of
// testing/synctest.
package polite
