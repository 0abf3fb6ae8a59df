import { createECDH, createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { lockText } from '#db/text-locks.ts';
import type { SessionPrincipal } from '#http/principal.ts';
import type { Clock } from '#kernel/clock.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Outbound } from '#outbound/outbound.ts';
import type { Destination } from './send-message.ts';
import {
  deleteByEndpoint,
  insertSubscription,
  type Subscription,
  selectSubscriptions,
  subscriptionContext,
} from './subscriptions.store.ts';

/** How many browsers a person may get news in. */
export const MAX_DEVICES = 10;
const AUTH_BYTES = 16;
const LONGEST_AGENT = 300;

export interface SubscribeDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly seal: Seal;
  readonly outbound: Pick<Outbound, 'checkUrl'>;
}

/**
 * Lets news be pushed to the browser of a session, in place of what its address was used for before.
 * @throws AppError `invalid-value`, `too-many`
 */
export async function subscribe(
  deps: SubscribeDeps,
  tx: Tx,
  { accountId, userId, sessionId }: SessionPrincipal,
  to: Destination,
  agent: string | undefined,
): Promise<Subscription> {
  checkDestination(deps.outbound, to);
  const endpointHash = createHash('sha256').update(to.endpoint).digest('base64url');
  await lockText(tx, `push ${accountId} ${userId}`);
  await deleteByEndpoint(tx, endpointHash);
  if ((await selectSubscriptions(tx, accountId, userId)).length >= MAX_DEVICES) {
    const text = `You may get news on at most ${MAX_DEVICES} devices. Turn it off on one of them first.`;
    throw fail('too-many', text, { because: { reason: 'most-items', limit: MAX_DEVICES } });
  }
  const id = deps.ids.next();
  const row: Subscription = {
    account_id: accountId,
    id,
    user_id: userId,
    session_id: sessionId,
    endpoint_hash: endpointHash,
    sealed: deps.seal.seal(subscriptionContext(accountId, id), JSON.stringify(to)),
    agent: agent?.slice(0, LONGEST_AGENT) ?? null,
    created_at: deps.clock.now(),
  };
  await insertSubscription(tx, row);
  return row;
}

/** The address comes from outside: it must be public and https, and the keys must be what RFC 8291 says. */
function checkDestination(outbound: SubscribeDeps['outbound'], to: Destination): void {
  const url = URL.parse(to.endpoint);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') throw wrong('endpoint');
  try {
    outbound.checkUrl(to.endpoint);
  } catch {
    throw wrong('endpoint');
  }
  if (Buffer.from(to.auth, 'base64url').length !== AUTH_BYTES) throw wrong('keys.auth');
  try {
    const probe = createECDH('prime256v1');
    probe.generateKeys();
    probe.computeSecret(Buffer.from(to.p256dh, 'base64url'));
  } catch {
    throw wrong('keys.p256dh');
  }
}

const wrong = (at: string): AppError =>
  fail('invalid-value', 'This is no subscription of a browser to a push service.', {
    at,
    because: { reason: 'wrong-format' },
  });
