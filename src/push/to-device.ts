import type { SessionPrincipal } from '#http/principal.ts';
import type { PushDevice } from './push.shapes.ts';
import type { Subscription } from './subscriptions.store.ts';

/** Returns a subscription as its person sees it, without its address and keys. */
export const toDevice = (
  { id, agent, created_at, session_id }: Subscription,
  { sessionId }: SessionPrincipal,
): PushDevice => ({
  id,
  ...(agent !== null && { agent }),
  createdAt: new Date(created_at).toISOString(),
  isThisSession: session_id === sessionId,
});
