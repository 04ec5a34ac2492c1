# make check is what the gate runs; see .ci/run.
.PHONY: check test build
check:
	.ci/run
test:
	go test ./...
build:
	go build -o bin/weft ./cmd/weft
