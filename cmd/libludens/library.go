//go:build cgo

// Command libludens is the environments as a C library, for programs in which a pipe
// costs more than the game:
//
//	go build -buildmode=c-shared -o libludens.so ludens/cmd/libludens
//
// Orders are the lines of ludens env (docs/protocols.md). A caller that hands over memory of
// its own plays in it by ludens_run, without any text. Episodes may be used by any
// thread, one call at a time; others wait. After a fork the library is dead in the
// child: load it there anew, or not at all.
package main

// #include <stdint.h>
// #include <stdlib.h>
import "C"

import (
	"context"
	"runtime/cgo"
	"sync"
	"unsafe"

	"ludens/agent"
	"ludens/internal/protocol"
	"ludens/internal/roster"
)

func main() {} // a library's is never called

// guarded are episodes for one caller at a time.
type guarded struct {
	sync.Mutex
	*protocol.Episodes
}

// doors are opened once, so that all episodes have the networks of agents in common. No
// agent is another's program: Python asks those by ludens env.
var doors = sync.OnceValue(func() protocol.Doors { return roster.Doors(agent.ParseSpec) })

// ludens_open makes episodes of a game and a handle to them. Texts that are returned,
// here and below, are freed by ludens_free; where they are an error, NULL means none.
//
//export ludens_open
func ludens_open(game *C.char, handle *C.uintptr_t) *C.char {
	g, err := roster.Game(C.GoString(game))
	if err != nil {
		return C.CString(err.Error())
	}
	*handle = C.uintptr_t(cgo.NewHandle(&guarded{Episodes: protocol.NewEpisodes(g, doors())}))
	return nil
}

// ludens_ask answers a line of JSON by a line of JSON.
//
//export ludens_ask
func ludens_ask(handle C.uintptr_t, line *C.char) *C.char {
	e := lock(handle)
	defer e.Unlock()
	answer, _ := e.Hear(context.Background(), C.GoString(line))
	return C.CString(string(answer))
}

// ludens_share has episodes play in the caller's memory, aligned to 8 bytes, which stays
// where it is until ludens_close or another ludens_share.
//
//export ludens_share
func ludens_share(handle C.uintptr_t, memory unsafe.Pointer, bytes C.size_t, rows C.int) *C.char {
	e := lock(handle)
	defer e.Unlock()
	if err := e.Share(unsafe.Slice((*byte)(memory), int(bytes)), int(rows)); err != nil {
		return C.CString(err.Error())
	}
	return nil
}

// ludens_run does what the memory says.
//
//export ludens_run
func ludens_run(handle C.uintptr_t) *C.char {
	e := lock(handle)
	defer e.Unlock()
	if err := e.Run(); err != nil {
		return C.CString(err.Error())
	}
	return nil
}

// ludens_close ends episodes, and gives back a file that they had mapped. Their handle means
// nothing after it.
//
//export ludens_close
func ludens_close(handle C.uintptr_t) {
	e := lock(handle)
	defer e.Unlock()
	e.Close() // what cannot be unmapped stays until the program ends
	cgo.Handle(handle).Delete()
}

// ludens_free frees a text.
//
//export ludens_free
func ludens_free(text *C.char) { C.free(unsafe.Pointer(text)) }

func lock(handle C.uintptr_t) *guarded {
	e := cgo.Handle(handle).Value().(*guarded)
	e.Lock()
	return e
}
