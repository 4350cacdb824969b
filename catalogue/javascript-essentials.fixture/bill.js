export const TAX_RATE = 0.08;

export function format(amount) {
  return `$${amount.toFixed(2)}`;
}

export default class Bill {
  #net = 0;

  add({ price }) {
    this.#net += price;
  }

  get total() {
    return this.#net * (1 + TAX_RATE);
  }
}
