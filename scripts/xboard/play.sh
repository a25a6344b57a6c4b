#!/usr/bin/env bash
# XBoard under a virtual display has two copies of our engine play Cetran Chess 2, or the
# game that GAME names, checks every move by what it was told of the pieces, and keeps the
# game. Then our own rule book replays it. Debian: apt-get install xboard xvfb. LUDENS is the
# program of the engine (default: built from here), TC the time of a game.
set -euo pipefail
cd "$(dirname "$0")/../.."

agent=${1:-mcts:100} games=${2:-1} keep=${3:-} position=${4:-}
PATH=$PATH:/usr/games
for program in xboard xvfb-run; do
	command -v $program >/dev/null || { echo "$program is not installed: apt-get install xboard xvfb"; exit 1; }
done

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ludens=${LUDENS:-$dir/ludens}
[ -n "${LUDENS:-}" ] || go build -o "$ludens" ./cmd/ludens
game=${GAME:-cetran2} variant=${GAME:-cetran2} load=()
[ "$game" != chess ] || variant=normal
engine="$ludens engine $game $agent --protocol cecp"
if [ -n "$position" ] && [[ $variant == normal || $variant == capablanca ]]; then # XBoard's own
	echo "$position" >"$dir/position"
	load=(-loadPositionFile "$dir/position")
elif [ -n "$position" ]; then # XBoard takes the start of a variant from the engine
	cat >"$dir/engine" <<-END
		sed -u '/^variant/a setboard $position' | $engine "\$@" | sed -u 's|^\(setup .*_fairy\) .*|\1 $position|'
	END
	engine="sh $dir/engine"
fi
HOME=$dir timeout 900 xvfb-run -a xboard -fcp "$engine --seed 1" -scp "$engine --seed 2" \
	-variant "$variant" "${load[@]}" -testLegality true -mg "$games" -matchPause 500 -tc "${TC:-0:05}" -inc 0.05 \
	-ponderNextMove false -autoCallFlag true -soundProgram "" -popupExitMessage false \
	-sgf "$dir/game.pgn" -debug -nameOfDebugFile "$dir/debug.log" >"$dir/out" 2>&1 || { cat "$dir/out"; exit 1; }

# What was said, without the time that each move took and what was thought.
grep -aE '[<>](first|second) ?:|GameEnds\([1-9]' "$dir/debug.log" |
	grep -avE ' ?: (time|otim) |accepted|: *[0-9]+ -?[0-9]+ [0-9]+ [0-9]+ ' |
	sed -E "s|^[0-9]+ ||; s|$dir/||g; s/usermove [0-9]+ >(first |second): /usermove /; s|(piece S& .{40}).*|\1...|" >"$dir/said.log"
[ -z "$keep" ] || cp "$dir/game.pgn" "$dir/said.log" "$keep"

refused='illegal|invalid move|false (win|draw) claim|Error \(|exited unexpectedly'
if grep -aqiE "$refused" "$dir/debug.log"; then
	grep -aiE "$refused" "$dir/debug.log"
	echo "a move or a word was refused"
	exit 1
fi
ended=$(grep -acE 'GameEnds\([1-9]' "$dir/said.log" || true)
echo "moves     $(grep -acE '[<](first|second) ?: move' "$dir/said.log")"
echo "refused   0"
echo "on time   $(grep -aciE '(wins|forfeits) on time|flag fell' "$dir/said.log" || true) lost"
grep -aE '^\{.*\} (1-0|0-1|1/2-1/2)|^\[Result' "$dir/game.pgn"
[ "$ended" -ge "$games" ] || { echo "the match did not end"; exit 1; }
csplit -s -z -f "$dir/one" "$dir/game.pgn" '/^\[Event/' '{*}'
for game in "$dir"/one*; do
	"$ludens" replay "$game" | tail -2
done
