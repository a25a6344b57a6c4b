package protocol

import "unsafe"

// memory is what learner and episodes have in common: arrays of one element, or one row
// of elements, for each episode. It may be shared with another process, or be an array
// of the learner's own. Numbers are in the machine's byte order.
type memory struct {
	op         []uint8   // in: what the next run does with the row
	action     []int32   // in: to be played; with opChoose in: which of the legal ones, out: it
	seed       []uint64  // in: of the episode to begin
	mask       []uint8   // 1 for each legal action; none once the episode is over
	obs        []float32 // as the mover sees it
	reward     []float32 // of First and of Second
	toMove     []int8
	terminated []uint8
	truncated  []uint8
	ply        []int32
	legal      []int32 // number of legal actions
	ending     []int32 // index into the texts of endings; 0 while the episode goes on
}

// What a run does with a row.
const (
	opLeave  = iota
	opPlay   // the row's action
	opBegin  // an episode, by the row's seed
	opChoose // names the legal action that the row's action counts, and plays nothing
	ops
)

// array says where an array lies in the memory, and how many bytes a row of it has.
type array struct {
	name string
	row  int
}

// arrays are those of a memory in its order: the layout that both sides go by.
func arrays(size, actions int) []array {
	return []array{
		{"op", 1}, {"action", 4}, {"seed", 8}, {"mask", actions}, {"observation", 4 * size}, {"reward", 8},
		{"to_move", 1}, {"terminated", 1}, {"truncated", 1}, {"ply", 4}, {"legal", 4}, {"ending", 4},
	}
}

// align is that of each array: a line of the CPU's cache, in bytes.
const align = 64

// layout returns where each array of n rows begins, and how many bytes there are.
func layout(size, actions, n int) (at map[string]int, bytes int) {
	at = map[string]int{}
	for _, a := range arrays(size, actions) {
		at[a.name] = bytes
		bytes += (a.row*n + align - 1) / align * align
	}
	return at, bytes
}

// newMemory returns a memory of the process's own.
func newMemory(size, actions, n int) *memory {
	_, bytes := layout(size, actions, n)
	words := make([]uint64, (bytes+7)/8)
	return memoryOn(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), bytes), size, actions, n)
}

// memoryOn lays the arrays over bytes, as many as layout says and aligned to 8.
func memoryOn(bytes []byte, size, actions, n int) *memory {
	at, _ := layout(size, actions, n)
	return &memory{
		op:         over[uint8](bytes, at["op"], n),
		action:     over[int32](bytes, at["action"], n),
		seed:       over[uint64](bytes, at["seed"], n),
		mask:       over[uint8](bytes, at["mask"], n*actions),
		obs:        over[float32](bytes, at["observation"], n*size),
		reward:     over[float32](bytes, at["reward"], 2*n),
		toMove:     over[int8](bytes, at["to_move"], n),
		terminated: over[uint8](bytes, at["terminated"], n),
		truncated:  over[uint8](bytes, at["truncated"], n),
		ply:        over[int32](bytes, at["ply"], n),
		legal:      over[int32](bytes, at["legal"], n),
		ending:     over[int32](bytes, at["ending"], n),
	}
}

// over returns n numbers that begin at a byte.
func over[T any](bytes []byte, at, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(&bytes[at])), n)
}
