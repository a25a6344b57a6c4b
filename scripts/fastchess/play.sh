#!/usr/bin/env bash
# fastchess has two copies of our engine play chess from endings of three and four pieces,
# each position twice, at a tenth of a second per move. It checks every move, result and
# time. https://github.com/Disservin/fastchess, built with make; FASTCHESS is the
# program, and LUDENS that of the engine (default: built from here).
set -euo pipefail
cd "$(dirname "$0")/../.."

here=$PWD/scripts/fastchess agent=${1:-mcts:400} margin=${2:-500} # ms over the time of a move
fastchess=${FASTCHESS:-fastchess}
command -v "$fastchess" >/dev/null || { echo "$fastchess is not installed; FASTCHESS names it"; exit 1; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ludens=${LUDENS:-$dir/ludens}
[ -n "${LUDENS:-}" ] || go build -o "$ludens" ./cmd/ludens
engine=("cmd=$ludens" "args=engine chess $agent --protocol uci")
(cd "$dir" && LUDENS_ENDGAMES=off "$fastchess" -engine "${engine[@]}" name=A -engine "${engine[@]}" name=B \
	-each st=0.1 timemargin="$margin" -openings file="$here/endings.epd" format=epd order=sequential \
	-rounds 10 -games 2 -repeat -concurrency 1 -log file="$dir/log" level=warn -pgnout file="$dir/pgn" >"$dir/out") # which leaves a config.json

echo "games     $(grep -c '^\[Result' "$dir/pgn")"
grep -oE '[0-9.]+s[,}]' "$dir/pgn" | tr -d 's,}' | sort -n |
	awk '{ t[NR] = $1 } END { printf "moves     %d: %.3f s median, %.3f s max\n", NR, t[int((NR + 1) / 2)], t[NR] }'
echo "on time   $(grep -c 'loses on time' "$dir/out" || true) lost"
faults=$(grep -ciE 'loses on time|disconnect|illegal|stall|crash|warn' "$dir/log" || true)
echo "warnings  $faults"
[ "$faults" = 0 ] || { cat "$dir/log"; exit 1; }
