// Package jobs runs weft itself as child processes, one for each job: a question about a crawl, or a crawl.
//
// Each job has a folder. It holds the state of the job, the files that its reader uploaded, and the result. Servers with
// one folder of jobs see the jobs of each other. A lock says whether the server of a job still runs.
//
// A child reads orders from standard input, see [Orders]. When its server dies, standard input ends, and the child stops
// as after Ctrl-C. So no child outlives its server, also after kill -9.
package jobs
