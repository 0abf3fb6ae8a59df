import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import { isObject, member, textOf } from '#kernel/json.ts';
import { parseJson } from '#kernel/parse-json.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Outbound } from '#outbound/outbound.ts';
import { encryptFor } from './encrypt.ts';
import { type Subscription, subscriptionContext } from './subscriptions.store.ts';
import { type VapidKey, vapidHeader } from './vapid.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 1000;
/** How long a push service keeps a message for a device without a network, in seconds. */
const TTL_S = 86_400;
const GONE: readonly number[] = [404, 410];

/** What a push service said of a message. */
export type Pushed =
  | { readonly outcome: 'sent' | 'gone' }
  | { readonly outcome: 'again'; readonly afterMs: number }
  | { readonly outcome: 'refused'; readonly status: number };

export interface SendMessageDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly seal: Seal;
  readonly outbound: Pick<Outbound, 'call'>;
  readonly publicUrl: () => string;
}

/** The address of a browser and its keys, as text. */
export interface Destination {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Sends the id of a notice to a browser. @throws Error when there is no answer */
export async function sendMessage(
  deps: SendMessageDeps,
  key: VapidKey,
  subscription: Subscription,
  noticeId: string,
): Promise<Pushed> {
  const { clock, random, outbound, publicUrl } = deps;
  const to = openDestination(deps.seal, subscription);
  // Sealed with another master key: nobody can send there any more.
  if (!to) return { outcome: 'gone' };
  const keys = { p256dh: bytesOf(to.p256dh), auth: bytesOf(to.auth) };
  const body = encryptFor(keys, JSON.stringify({ id: noticeId }), { salt: random.bytes(16) });
  const headers = {
    authorization: vapidHeader(key, to.endpoint, publicUrl(), clock.now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(body.length),
    ttl: String(TTL_S),
    urgency: 'normal',
    // A newer message about the same notice replaces one that waits: 32 characters at most.
    topic: noticeId.replaceAll('-', '').slice(0, 32),
  };
  const limits = { maxBytes: MAX_ANSWER, timeoutMs: TIMEOUT_MS, cut: true } as const;
  const { status, rawHeaders } = await outbound.call(
    to.endpoint,
    { method: 'POST', headers, body },
    limits,
  );
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (GONE.includes(status)) return { outcome: 'gone' };
  if (status === 429 || status >= 500) {
    return { outcome: 'again', afterMs: retryAfterMs(rawHeaders) };
  }
  return { outcome: 'refused', status };
}

function openDestination(
  seal: Seal,
  { account_id, id, sealed }: Subscription,
): Destination | undefined {
  const text = seal.open(subscriptionContext(account_id, id), sealed);
  const value = text === undefined ? undefined : parseJson(Buffer.from(text));
  if (!isObject(value)) return undefined;
  const read = (name: keyof Destination) => textOf(member(value, name)) ?? '';
  return { endpoint: read('endpoint'), p256dh: read('p256dh'), auth: read('auth') };
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64url');

/** Reads Retry-After in seconds; 0 without one. */
function retryAfterMs(rawHeaders: readonly string[]): number {
  const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === 'retry-after');
  const seconds = Number(at < 0 ? '' : rawHeaders[at + 1]);
  return Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : 0;
}
