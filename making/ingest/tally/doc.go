// Package tally counts the good and the bad records of an import, and decides whether too many are bad.
//
// A [Tally] writes each bad record to a log: where it is and why it is bad. It also keeps the places where inputs break off
// ([Break]). At the end its checks compare bad records, missing bytes and pages that were cut with the share that is
// allowed.
//
// The package is pure: it sees offsets, reasons and counts. It knows no format, and opens neither inputs nor the log.
package tally
