package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"ludens/env/seed"
	"ludens/nn/internal/kernel"
)

// flows are the networks whose flow of data is tested: those of every form, and one
// whose heads share buffers with the trunk.
func flows() map[string]Spec {
	all := map[string]Spec{"wide": wide}
	for name, s := range tinySpecs {
		all[name] = s
	}
	return all
}

// TestOperationsReadTheirInputs: an operation reads no tensor that is not one of its
// inputs in the graph, and writes none that another holds but these. While it runs, all tensors
// of all other nodes are spoilt, parameters and observations too.
func TestOperationsReadTheirInputs(t *testing.T) {
	for name, s := range flows() {
		t.Run(name+" float32", func(t *testing.T) { checkIsolation[float32](t, s) })
		t.Run(name+" float64", func(t *testing.T) { checkIsolation[float64](t, s) })
	}
}

func checkIsolation[T kernel.Float](t *testing.T, s Spec) {
	const n = 12
	net := newNet(t, s, 0)
	want, got := newTestProgram[T](t, "fast", net, n), newTestProgram[T](t, "fast", net, n)
	if !equalRuns(t, got, want, randomBatch(s, n, 0)) {
		t.Fatal("the same program gave another result")
	}
	tensors := allTensors(got)
	for _, o := range operationsOf(got) {
		o.do = isolated(t, o, tensors)
	}
	if !equalRuns(t, got, want, randomBatch(s, n, 1)) {
		t.Error("another result where no operation sees more than its inputs")
	}
}

// isolated returns what o does, with all tensors spoilt but its inputs. Zeros stay:
// they may be the border of a board, which is never written.
func isolated[T kernel.Float](t *testing.T, o *op[T], all []tensors[T]) func([]T, []tensors[T]) {
	do := o.do
	return func(out []T, in []tensors[T]) {
		var spoilt, were tensors[T]
		for _, x := range slices.Concat(all...) {
			if !holds(in, x) && !holds([]tensors[T]{spoilt}, x) {
				spoilt, were = append(spoilt, x), append(were, slices.Clone(x))
				spoil(x)
			}
		}
		do(out, in)
		for i, x := range spoilt {
			if holds([]tensors[T]{o.held}, x) {
				continue
			}
			if now := slices.Clone(x); !sameBits(now, spoil(slices.Clone(were[i]))) {
				t.Errorf("%s writes a tensor of %d that is not its own", o.name, len(x))
			}
			copy(x, were[i])
		}
	}
}

// spoil overwrites all but zeros by NaN.
func spoil[T kernel.Float](x []T) []T {
	for i, v := range x {
		if v != 0 {
			x[i] = T(math.NaN())
		}
	}
	return x
}

// holds reports whether x is one of them.
func holds[T kernel.Float](all []tensors[T], x []T) bool {
	for _, some := range all {
		for _, y := range some {
			if len(x) > 0 && len(y) > 0 && &x[0] == &y[0] {
				return true
			}
		}
	}
	return false
}

// operationsOf returns the operations of a program that are ours.
func operationsOf[T kernel.Float](p *program[T]) (all []*op[T]) {
	for _, n := range p.expr.AllNodes() {
		if o, ok := n.Op().(*op[T]); ok {
			all = append(all, o)
		}
	}
	return all
}

// allTensors returns what the nodes of a program hold: variables and operations.
func allTensors[T kernel.Float](p *program[T]) (all []tensors[T]) {
	for _, n := range p.expr.AllNodes() {
		if o, ok := n.Op().(*op[T]); ok {
			all = append(all, o.held)
		} else if n.IsVar() {
			all = append(all, tensors[T]{data[T](n)})
		}
	}
	return all
}

// equalRuns runs b on both and reports whether losses, gradients and running statistics
// are the same, bit for bit.
func equalRuns[T kernel.Float](t *testing.T, got, want *program[T], b Batch) bool {
	t.Helper()
	wanted, err := want.run(b)
	if err != nil {
		t.Fatal(err)
	}
	loss, err := got.run(b)
	if err != nil {
		t.Fatal(err)
	}
	same := loss == wanted
	for i := range want.params {
		same = same && sameBits(got.gradient(i), want.gradient(i))
	}
	for name, v := range want.values {
		same = same && sameBits(got.values[name], v)
	}
	return same
}

// sameBits is equality, of NaN too.
func sameBits[T kernel.Float](a, b []T) bool {
	return slices.EqualFunc(a, b, func(x, y T) bool { return x == y || x != x && y != y })
}

// TestAnyOrderOfTheGraph: Gorgonia may run the nodes of a graph in every order that
// its edges allow, and the bits are the same. The program that it compiled is run in
// many such orders.
func TestAnyOrderOfTheGraph(t *testing.T) {
	const n, orders = 12, 12
	for name, s := range flows() {
		for _, way := range []string{"fast", "fast bf16"} {
			t.Run(name+" "+way, func(t *testing.T) {
				needWay(t, way)
				net := newNet(t, s, 0)
				want := newTrainer(t, net, config(way, n)).program
				shuffled := make([]*program[float32], orders)
				for i := range shuffled {
					shuffled[i] = newTrainer(t, net, config(way, n)).program
					if moved := shuffle(t, shuffled[i], seed.New(1).At("order", i).Rand()); moved < 20 {
						t.Fatalf("order %d moves %d instructions", i, moved)
					}
				}
				for batch := range 2 {
					b := randomBatch(s, n, batch)
					for i, got := range shuffled {
						want.load(net) // running statistics move at every run
						got.load(net)
						if !equalRuns(t, got, want, b) {
							t.Fatalf("batch %d: order %d gives another result", batch, i)
						}
					}
				}
			})
		}
	}
}

// shuffle puts the instructions of the compiled program into another order in which
// each still finds in its registers what it found there: an order that Gorgonia was
// free to choose. It returns how many have moved.
func shuffle(t *testing.T, p *program[float32], r *rand.Rand) (moved int) {
	t.Helper()
	code := reflect.ValueOf(p.vm).MethodByName("Prog").Call(nil)[0].Elem().FieldByName("instructions")
	code = reflect.NewAt(code.Type(), unsafe.Pointer(code.UnsafeAddr())).Elem() // it is not exported
	instructions := make([]instruction, code.Len())
	for i := range instructions {
		instructions[i] = decode(t, code.Index(i).Elem())
	}
	shuffled := reflect.MakeSlice(code.Type(), 0, code.Len())
	done := make([]bool, len(instructions))
	for at := range instructions {
		var ready []int
		for i := range instructions {
			if !done[i] && mayRun(instructions, done, i) {
				ready = append(ready, i)
			}
		}
		next := ready[r.IntN(len(ready))]
		done[next] = true
		if next != at {
			moved++
		}
		shuffled = reflect.Append(shuffled, code.Index(next))
	}
	code.Set(shuffled)
	return moved
}

// mayRun reports whether instruction i may come before those that are not done.
func mayRun(all []instruction, done []bool, i int) bool {
	for k := range i {
		if !done[k] && all[k].before(all[i]) {
			return false
		}
	}
	return true
}

// instruction is which registers one of Gorgonia's reads and writes.
type instruction struct{ reads, writes []string }

// decode reads the fields of an instruction, which are not exported.
func decode(t *testing.T, v reflect.Value) (in instruction) {
	t.Helper()
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	for i := range v.NumField() {
		switch f := v.Field(i); v.Type().Field(i).Name {
		case "readFrom":
			for k := range f.Len() {
				in.reads = append(in.reads, fmt.Sprint(f.Index(k)))
			}
		case "readsFrom", "writeTo": // to free a register is to write it
			in.writes = append(in.writes, fmt.Sprint(f))
		}
	}
	if len(in.writes) == 0 && v.NumField() > 0 { // a flush has no field, and does nothing here
		t.Fatalf("Gorgonia's instruction %v writes no register", v.Type())
	}
	return in
}

// before reports whether b, which came later, must come later.
func (a instruction) before(b instruction) bool {
	share := func(x, y []string) bool {
		return slices.ContainsFunc(x, func(r string) bool { return slices.Contains(y, r) })
	}
	return share(a.writes, b.reads) || share(a.reads, b.writes) || share(a.writes, b.writes)
}
