// Types for the part of autocannon 9 that the bench uses; the package has none.
declare module "autocannon" {
  export type LoadRequest = {
    readonly method?: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  export type Instance = Promise<{
    /** Seconds. */
    readonly duration: number;
    readonly requests: { readonly total: number };
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  }> & {
    on(
      event: "response",
      listener: (client: unknown, status: number, bytes: number, responseMs: number) => void,
    ): void;
    stop(): void;
  };
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    /** The total over all connections. */
    readonly amount: number;
    /** Seconds. */
    readonly timeout: number;
    /** Called once for each connection. */
    readonly setupClient: (client: { setRequests(requests: readonly LoadRequest[]): void }) => void;
  }): Instance;
}
