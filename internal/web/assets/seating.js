// Who plays the two sides of a game.

import { readSeat, writeSeat } from "./address.js";

export class Seating {
  // first and second are seats as the address has them; players are those of the
  // game, as soon as they are known.
  constructor(first, second) {
    this.seats = [readSeat(first), readSeat(second)];
    this.players = [];
  }

  of(side) { return this.seats[side]; }
  isPerson(side) { return side >= 0 && this.seats[side].id === "person"; }
  get persons() { return this.isPerson(0) || this.isPerson(1); }
  player(side) { return this.players.find((p) => p.id === this.seats[side].id); }
  text(side) { return writeSeat(this.seats[side]); }
  sit(side, seat) { this.seats[side] = seat; }
  swap() { this.seats.reverse(); }

  // name says who plays a side.
  name(side) {
    const seat = this.seats[side], player = this.player(side);
    if (seat.id === "person") return "a person";
    const [, run, iteration] = /^run:(.*):(\d+)$/.exec(seat.id) || []; // a checkpoint that is not listed
    const who = player ? player.title : run ? `run ${run}, iteration ${iteration}` : seat.id;
    if (seat.seconds) return `${who}, ${seat.seconds} s a move`;
    return seat.simulations ? `${who}, ${seat.simulations} ${player ? player.unit : ""}` : who;
  }
}
