package livecrawl

import (
	"slices"
	"sync"
	"time"
)

// A Message reports something that needs attention at once, such as a host that does not respond.
//
//json:object message
type Message struct {
	Number int       `json:"number"` // number of the message in the run, from 1
	Time   time.Time `json:"time"`   // time of the message, RFC 3339
	Text   string    `json:"text"`   // the text
}

// maxMessages is how many are kept, the newest.
const maxMessages = 20

// messages keeps the newest.
type messages struct {
	mu   sync.Mutex
	n    int
	kept []Message
}

func (m *messages) add(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n++
	m.kept = append(m.kept, Message{m.n, time.Now(), text})
	m.kept = m.kept[max(len(m.kept)-maxMessages, 0):]
}

func (m *messages) list() []Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.kept)
}
