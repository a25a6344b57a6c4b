// Who played a game, when and where, as its record says: tags, which the address holds.

import { repeated } from "./address.js";

const players = ["First", "Second"], elos = [["WhiteElo", "FirstElo"], ["BlackElo", "SecondElo"]];

// readTags reads the tags of an address: "Event:Club evening".
export const readTags = (params) => params.getAll("tag").filter((t) => t.includes(":"))
  .map((t) => ({ name: t.slice(0, t.indexOf(":")), value: t.slice(t.indexOf(":") + 1) }));

export const writeTags = (tags) => repeated("tag", tags.map(({ name, value }) => `${name}:${value}`));

// tagsOf are those of a game that was brought along.
export const tagsOf = ({ first, second, date, tags = [] }) =>
  [["First", first], ["Second", second], ["Date", date]].filter(([, value]) => value).map(([name, value]) => ({ name, value })).concat(tags);

const tag = (table, name) => (table.tags.find((t) => t.name === name) || { value: "" }).value;

// own is the name of who uses this browser, for games against others; "" until it is given.
export function own() {
  try { return localStorage.getItem("name") || ""; } catch (e) { return ""; }
}

export function call(name) {
  try { localStorage.setItem("name", name); } catch (e) { /* it is not kept */ }
}

// called is who plays a side, as people say it: a person by name and Elo.
export function called(table, side) {
  const { seating } = table, name = tag(table, players[side]), elo = elos[side].map((n) => tag(table, n)).find(Boolean);
  if (!seating.isPerson(side) || !name) return seating.name(side);
  return elo ? `${name} (${elo})` : name;
}

// player is the name in a record: that of the agent, or of the person, "" if not known.
function player(table, side) {
  const { seating } = table;
  if (!seating.isPerson(side)) return seating.of(side).id === "friend" ? "" : seating.name(side);
  return tag(table, players[side]) || (seating.isPerson(1 - side) ? "" : own());
}

const today = () => new Date().toLocaleDateString("sv").replace(/-/g, ".");

// heading is what the record of a game says of it. A game that was played just now has a
// date.
export const heading = (table) => ({
  first: player(table, 0), second: player(table, 1), date: tag(table, "Date") || (table.fresh ? today() : ""),
  tags: table.tags.filter(({ name }) => ![...players, "Date"].includes(name)),
});
