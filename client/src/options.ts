import type { FileBody } from './operation-types.ts';

/** What the client sends with `fetch`. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FileBody;
  readonly redirect: 'error';
  readonly signal: AbortSignal;
}

/** A `fetch` of your own, such as one that goes through a proxy. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export interface ClientOptions {
  /** The address of the instance, such as `https://forms.example.org`. */
  readonly baseUrl: string;
  /** The id of an API credential. The client sees and may do what the user of the credential may. */
  readonly clientId: string;
  /** The secret of the credential. */
  readonly clientSecret: string;
  /**
   * The certificate authority to trust instead of the public ones, as PEM: for an instance that signs its certificate
   * itself. Cannot be combined with `fetch`.
   */
  readonly ca?: string | Uint8Array;
  /** Sends the requests. The `fetch` of Node by default. */
  readonly fetch?: Fetch;
  /** Where tokens come from, if not from `/connect/token` of `baseUrl`. */
  readonly tokenUrl?: string;
  /** How long a try may take, until its answer is there: 30,000 by default. Streams and files may take longer. */
  readonly timeoutMs?: number;
  /** How often a request that failed is sent again: 4 by default; 0 for never. */
  readonly retries?: number;
  /**
   * The longest wait before another try: 60,000 by default. If the service asks for a longer one by `Retry-After`, the
   * request fails at once, and `retryAfterSeconds` of the error says when to come back.
   */
  readonly maxRetryDelayMs?: number;
  /** Stands before the client's own name in `User-Agent`, such as `acme-sync/1.2`. */
  readonly userAgent?: string;
}
