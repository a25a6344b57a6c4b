// The connection to a game that two people play by link. It is found again whenever
// it is lost.

import { stream } from "./api.js";

const silence = 40000; // ms without a word after which a connection counts as lost: the server says something every 15 s
const soon = 300, late = 5000; // ms before it is tried again, at first and at last

export class Connection {
  // told is given each view of the game, changed is called when the connection is
  // lost or found, failed when there is no such game (any more).
  constructor(key, { told, changed, failed }) {
    Object.assign(this, { key, told, changed, failed });
    this.lost = false;
    this.closed = false;
    this.wake = () => {};
    this.again = () => { if (!document.hidden) this.wake(); };
  }

  async follow() {
    addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
    let wait = soon;
    while (!this.closed) {
      try {
        await this.listen(() => { wait = soon; });
      } catch (e) {
        if (e.status === 404) return this.close(this.failed(e));
      }
      if (this.closed) return;
      this.be(true);
      await new Promise((done) => { this.wake = done; setTimeout(done, wait); });
      wait = Math.min(late, 2 * wait);
    }
  }

  // listen hears one connection out.
  async listen(heard) {
    let quiet;
    const stop = this.stop = new AbortController();
    const wind = () => { clearTimeout(quiet); quiet = setTimeout(() => stop.abort(), silence); };
    try {
      wind();
      for await (const view of stream("/api/duel/follow", { key: this.key }, stop.signal)) {
        wind();
        heard();
        this.be(false);
        this.told(view);
      }
    } finally {
      clearTimeout(quiet);
    }
  }

  be(lost) {
    if (this.lost === lost) return;
    this.lost = lost;
    this.changed();
  }

  close() {
    this.closed = true;
    if (this.stop) this.stop.abort();
    this.wake();
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
  }
}
