export interface Order {
  readonly id: number;
  cents: number;
  paidOn?: string;
}

/** Returns the total in dollars. */
export function total(orders: Pick<Order, "cents">[]): number {
  return orders.reduce((sum, { cents }) => sum + cents, 0) / 100;
}
