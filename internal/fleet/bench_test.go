package fleet

import (
	"context"
	"testing"

	"ludens/configs"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// beginner is the configuration of a preset, and a network of it that has learned nothing.
func beginner(b *testing.B, preset string) (configs.Run, *nn.Net) {
	b.Helper()
	layer, err := configs.Preset(preset)
	if err != nil {
		b.Fatal(err)
	}
	cfg, err := configs.Load(layer)
	if err != nil {
		b.Fatal(err)
	}
	net, err := nn.New(cfg.Spec(makeGame(b, cfg.Game).Spec()), seed.New(1).Rand())
	if err != nil {
		b.Fatal(err)
	}
	return cfg, net
}

// How many bytes a network takes on the wire, in int8 and with all its numbers.
func BenchmarkSent(b *testing.B) {
	for _, preset := range []string{"celta", "celta-fleet", "cetran2-standard"} {
		b.Run(preset, func(b *testing.B) {
			cfg, net := beginner(b, preset)
			g := makeGame(b, cfg.Game)
			ranges, err := nn.Calibrate(net, make([]float32, net.Spec().Size()), 1)
			if err != nil {
				b.Fatal(err)
			}
			plan := selfplay.NewPlan(g, cfg.Method(g.Spec()).SelfPlay, 1)
			plan.Network = selfplay.Identify(net, &ranges)
			all, material, err := plan, selfplay.Material{Network: net}, error(nil)
			for b.Loop() {
				if all, material, err = plan.Sent(g, material); err != nil {
					b.Fatal(err)
				}
			}
			for name, of := range map[string]selfplay.Plan{"B/int8": all, "B/FP32": plan} {
				objects, err := objectsOf(of, material)
				if err != nil {
					b.Fatal(err)
				}
				delete(objects, planName(textHash(of.Text())))
				for _, object := range objects {
					b.ReportMetric(float64(len(object)), name)
				}
			}
		})
	}
}

// celtaGames are some games of the preset of Juego Celta between networks that have
// learned nothing.
func celtaGames(b *testing.B, games int) (*iteration, []*selfplay.Record) {
	b.Helper()
	cfg, net := beginner(b, "celta")
	g := makeGame(b, "celta")
	method := cfg.Method(g.Spec()).SelfPlay
	method.Games, method.Precision = games, selfplay.FP32
	plan := selfplay.NewPlan(g, method, 1)
	plan.Network = selfplay.Identify(net, nil)
	with, err := plan.Open(g, selfplay.Material{Network: net})
	if err != nil {
		b.Fatal(err)
	}
	records, keep := selfplay.Collect(plan)
	if err := selfplay.Play(context.Background(), plan, with, 1, keep); err != nil {
		b.Fatal(err)
	}
	return newIteration(&Learner{roster: newRoster(func(string) {})}, &generation{plan: plan, with: with}, plan.Hash(), plan.Text(), nil), records
}

// What a game costs the learner once it has been brought: to unpack it, hold it against
// the rules and the plan, and count it.
func BenchmarkReceive(b *testing.B) {
	it, records := celtaGames(b, 16)
	var messages [][]byte
	bytes := 0
	for _, r := range records {
		messages = append(messages, packGame(r))
		bytes += len(messages[len(messages)-1])
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n%len(messages) == 0 {
			it.tally = newTally(it.self().plan.First, it.self().plan.End, 0)
			_, it.self().sink = selfplay.Collect(it.self().plan)
		}
		game := n % len(messages)
		if err := it.receive(ticket{planToken(it.hash), game, guest, "a"}, messages[game]); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(bytes)/float64(len(messages)), "B/record")
}

// packGame returns a record as it is sent.
func packGame(r *selfplay.Record) []byte { return squeeze(r.Marshal()) }
