package journal

// DecodeAll reads records of at most 20 bytes.
func DecodeAll(data []byte) {
	var d decoder
	for len(data) > 1 {
		n := min(1+int(data[1]%20), len(data)-1)
		d.decode(data[0], data[1:1+n])
		data = data[1+n:]
	}
}
