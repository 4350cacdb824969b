export const zones = { mill: 1, market: 2, beach: 4 };

export function zonesBetween(from, to) {
  return Math.max(Math.abs(zones[from] - zones[to]), 1);
}

export default class Ticket {
  static base = 0.9;
  #zones;

  constructor(from, to) {
    this.#zones = zonesBetween(from, to);
  }

  get price() {
    return Ticket.base + this.#zones * 0.6;
  }
}
