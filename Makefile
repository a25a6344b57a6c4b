# Everything here is one go command away; see CONTRIBUTING.md.

.PHONY: build test long check mutants cover bench golden notices wheels library

build: ## the binary, here
	go build -buildvcs=auto ./cmd/ludens

test:
	go test ./...

long: ## all tests, with those that take minutes each, on larger games
	LUDENS_LONG=1 go test -timeout 2h ./...

check: ## what must hold before a change lands
	.ci/run

mutants: ## the whole sample of mutants: fails if one is no longer noticed; minutes
	go run ./scripts/measure mutants --sample scripts/measure/mutants.jsonl -v

cover: ## statement coverage of the rooms that must be covered
	go test -short -cover ./env ./mcts ./train ./selfplay ./arena

bench: ## the speed of rules, search and network
	go run ./cmd/ludens bench

golden: ## rewrite the golden files; review the diff
	go test ./env/card -run Fresh -update
	go test ./env/diagram ./mcts -run 'Golden|Signature' -update

notices: ## rewrite the licences of what the binary has in it; review the diff
	go run ./scripts/release notices > notices.new
	mv notices.new cmd/ludens/notices.txt

wheels: ## the Python package with the program and the C library, for five platforms, in dist; wants Zig for the library
	go run ./scripts/release wheels -to dist

library: ## the environments as a C library, for the Python package; wants a C compiler
	go build -buildmode=c-shared -o python/ludens/bin/libludens$(if $(filter Darwin,$(shell uname)),.dylib,.so) ./cmd/libludens
