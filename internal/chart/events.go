package chart

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"ludens/internal/disk"
)

// version is what the first event of a file says.
const version = "brain.Event:2"

// EventFile returns the name of a file of events, of those that TensorBoard looks for.
// Files of one folder are read in the order of their numbers.
func EventFile(number int) string { return fmt.Sprintf("events.out.tfevents.%010d.ludens", number) }

// Scalar is a point of a curve at a step.
type Scalar struct {
	Tag   string // "loss/policy": the part before the slash is its group
	Value float64
}

// EventWriter writes curves as TensorBoard reads them: event files, which are
// records (TFRecord) of messages (tensorflow.Event).
//
//	record:  length uint64, masked CRC-32C of these 8 bytes uint32, the message,
//	         masked CRC-32C of the message uint32; all little-endian
//	Event:   double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5
//	Summary: repeated Value value = 1
//	Value:   string tag = 1; float simple_value = 2
//
// Sources: tensorflow/core/lib/io/record_writer.h, tensorflow/core/util/event.proto and
// tensorflow/core/framework/summary.proto, whose field numbers these are.
type EventWriter struct{ to io.Writer }

// NewEventWriter begins a file; wall is in seconds since 1970.
func NewEventWriter(w io.Writer, wall float64) (*EventWriter, error) {
	e := event(wall, 0)
	e.Text(3, version)
	return &EventWriter{w}, write(w, e)
}

// Write writes the points of curves at a step.
func (w *EventWriter) Write(wall float64, step int, scalars []Scalar) error {
	var summary disk.Message
	for _, s := range scalars {
		var v disk.Message
		v.Text(1, s.Tag)
		v.Float(2, float32(s.Value))
		summary.Bytes(1, v)
	}
	e := event(wall, step)
	e.Bytes(5, summary)
	return write(w.to, e)
}

// event begins an Event.
func event(wall float64, step int) (e disk.Message) {
	e.Fixed(1, math.Float64bits(wall))
	e.Int(2, step)
	return e
}

// write writes a record at once: a file that is read while it grows has whole ones.
func write(w io.Writer, message []byte) error {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(message)))
	b = binary.LittleEndian.AppendUint32(b, masked(b))
	b = append(b, message...)
	_, err := w.Write(binary.LittleEndian.AppendUint32(b, masked(message)))
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// masked returns the CRC-32C of b, turned and shifted: of data that holds checksums
// itself a plain one would be weak.
func masked(b []byte) uint32 {
	crc := crc32.Checksum(b, castagnoli)
	return (crc>>15 | crc<<17) + 0xa282ead8
}
