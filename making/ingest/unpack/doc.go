// Package unpack decodes what inputs are packed in: gzip, zstd, xz, lz4, bzip2, files of zip files, and texts in UTF-16. It
// bounds the memory of decoders, refuses bombs, and tells a cut file from a whole one.
package unpack
