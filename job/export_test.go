package job

// SetGrowth says after how many bytes of log a checkpoint is made.
func SetGrowth(n int64) { growth = n }
