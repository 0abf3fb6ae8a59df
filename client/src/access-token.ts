// The access token: fetched when it is needed, and shared by all requests until shortly before it ends.
import { jsonOf, unexpected } from './formstead-error.ts';
import type { Outgoing, Reply } from './send.ts';

export interface AccessTokenDeps {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userAgent: string;
  /** Sends the request, again if need be. */
  send(outgoing: Outgoing): Promise<Reply>;
}

export interface AccessToken {
  /** Returns a token that is still valid for a while. Callers at the same time wait for the same request. */
  get(): Promise<string>;
  /** Forgets the token, if it is still this one: the service refused it. */
  forget(refused: string): void;
}

interface Held {
  readonly token: string;
  readonly renewAt: number;
}

/** Renewed this long before its end, or when a tenth of its life is left. */
const MARGIN_MS = 60_000;
const OPERATION = 'POST /connect/token';
/** What an Authorization header can hold (RFC 6750 §2.1); fetch would show any other token in its error. */
const BEARER = /^[\w.~+/-]+=*$/;

export function createAccessToken(deps: AccessTokenDeps): AccessToken {
  let held: Held | undefined;
  let asking: Promise<Held> | undefined;

  async function renew(): Promise<Held> {
    try {
      held = await requestToken(deps);
      return held;
    } finally {
      asking = undefined;
    }
  }

  return {
    async get() {
      if (held !== undefined && performance.now() < held.renewAt) return held.token;
      asking ??= renew();
      return (await asking).token;
    },
    forget(refused) {
      if (held?.token === refused) held = undefined;
    },
  };
}

/** RFC 6749 §4.4.2 */
async function requestToken(deps: AccessTokenDeps): Promise<Held> {
  const asked = performance.now();
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: deps.clientId,
    client_secret: deps.clientSecret,
  });
  const reply = await deps.send({
    operation: OPERATION,
    method: 'POST',
    url: deps.tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': deps.userAgent,
    },
    body: form.toString(),
  });
  const { token, seconds } = tokenIn(jsonOf({ operation: OPERATION, ...reply }));
  const life = seconds * 1000;
  return { token, renewAt: asked + life - Math.min(MARGIN_MS, life / 10) };
}

function tokenIn(body: unknown): { readonly token: string; readonly seconds: number } {
  const members: Readonly<Record<string, unknown>> = Object(body);
  const token = members['access_token'];
  const seconds = members['expires_in'];
  const isToken = typeof token === 'string' && BEARER.test(token);
  if (isToken && typeof seconds === 'number') return { token, seconds };
  throw unexpected(OPERATION, 'the answer has no token.');
}
