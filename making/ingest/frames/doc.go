// Package frames reads tables of Parquet and Arrow, and matrices of NumPy and SciPy: files that are read at any place. Tables
// pass the judge of package judge, as lists do.
package frames
