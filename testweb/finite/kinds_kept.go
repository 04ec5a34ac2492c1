package finite

func keptFinite() []Kind  { return nil }
func keptEndless() []Kind { return nil }
