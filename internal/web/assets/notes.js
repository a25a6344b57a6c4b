// What is said of a position, as records have it: glyphs of the move that led there,
// commands of PGN as in [%clk 0:04:57], and words.

// judgements are the glyphs that say how good a move was; assessments say how the position
// stands after it, by their number in PGN.
export const judgements = [["!", "good move"], ["?", "mistake"], ["!!", "brilliant move"], ["??", "blunder"], ["!?", "interesting move"], ["?!", "dubious move"]];
export const assessments = [
  ["$10", "=", "even"], ["$13", "∞", "unclear"], ["$14", "+=", "the first side is slightly better"], ["$15", "=+", "the second side is slightly better"],
  ["$16", "±", "the first side is better"], ["$17", "∓", "the second side is better"], ["$18", "+−", "the first side is winning"], ["$19", "−+", "the second side is winning"],
];
const others = { $7: "□", $22: "⊙", $23: "⊙", $32: "⟳", $33: "⟳", $36: "↑", $37: "↑", $40: "→", $41: "→", $44: "=∞", $45: "=∞", $132: "⇆", $133: "⇆", $138: "⊕", $139: "⊕", $140: "∆", $146: "N" };
const symbols = { ...others, ...Object.fromEntries(assessments) };

const glyph = /^(\$\d+|[!?]{1,2})(?: |$)/;
const command = /\[%(\w+)\s+([^\]]*)\]/g;

// said is all that is said of a node, as a record has it.
export const said = (node) => [node.glyph, ...node.commands.map(([name, value]) => `[%${name} ${value}]`), node.comment].filter(Boolean).join(" ");

// say adds a text to what is said of a node.
export function say(node, text) {
  let rest = text.trim();
  for (let sign = glyph.exec(rest); sign; sign = glyph.exec(rest)) {
    if (!glyphs(node).includes(sign[1])) node.glyph = [...glyphs(node), sign[1]].join(" ");
    rest = rest.slice(sign[0].length).trim();
  }
  const words = rest.replace(command, (_, name, told) => {
    const drawn = name === "cal" || name === "csl" ? value(node, name) : "";
    if (drawn) put(node, name, `${drawn},${told.trim()}`);
    else node.commands.push([name, told.trim()]);
    return " ";
  });
  node.comment = [node.comment, words.trim().replace(/ +/g, " ")].filter(Boolean).join(" ");
  node.value ??= evaluation(node);
}

export const glyphs = (node) => node.glyph.split(" ").filter(Boolean);

// symbolsOf are a node's glyphs as people write them: "!? +=".
export const symbolsOf = (node) => glyphs(node).map((g) => symbols[g] || g).join(" ");

// toggle gives a node a glyph, in the place of any other of its list, or takes it away.
export function toggle(node, sign, list) {
  const all = glyphs(node), rest = all.filter((g) => !list.some(([of]) => of === g));
  node.glyph = (all.includes(sign) || !sign ? rest : [sign, ...rest]).sort((a, b) => (a[0] === "$") - (b[0] === "$")).join(" ");
}

// value is the last command of that name, or "".
export const value = (node, name) => (node.commands.findLast(([n]) => n === name) || ["", ""])[1];

// put sets the command of a name, or takes it away.
export function put(node, name, text) {
  node.commands = [...node.commands.filter(([n]) => n !== name), ...(text ? [[name, text]] : [])];
}

// Lichess's scale of evaluations in pawns, https://lichess.org/page/accuracy: win
// percentage = 50 + 50 (2 / (1 + exp(-0.00368208 centipawns)) - 1).
const slope = 0.368208, mostPawns = 100;

// evaluation is what First expects by an [%eval 0.31] or [%eval #-3], in [-1, 1].
function evaluation(node) {
  const [, mate, number] = /^(#?)([-+]?\d+(?:\.\d+)?)/.exec(value(node, "eval")) || [];
  if (number === undefined) return undefined;
  if (mate) return number.startsWith("-") ? -1 : 1;
  return 2 / (1 + Math.exp(-slope * Number(number))) - 1;
}

// pawns writes what First expects as an evaluation in pawns.
export function pawns(expects) {
  const most = 2 / (1 + Math.exp(-slope * mostPawns)) - 1, v = Math.min(most, Math.max(-most, expects));
  return (Math.log((1 + v) / (1 - v)) / slope).toFixed(2);
}

// clockText is a number of seconds as [%clk] has it.
export function clockText(seconds) {
  const whole = Math.max(0, Math.round(seconds * 10)), two = (n) => String(n).padStart(2, "0");
  return `${Math.floor(whole / 36000)}:${two(Math.floor(whole / 600) % 60)}:${two(Math.floor(whole / 10) % 60)}${whole % 10 ? `.${whole % 10}` : ""}`;
}

// aside is what the commands of a move say in a list: its evaluation and its clock.
export const aside = (node) => [value(node, "eval"), value(node, "clk").replace(/^0+:0?(?=\d)/, "").replace(/\.\d+$/, "")].filter(Boolean).join(" · ");
