import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { type SessionItem, SessionList } from '#sign-in/sessions/session.shapes.ts';
import { type ListedSessionRow, selectSessions } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** GET /app/v1/me/sessions: the sessions of the signed-in user. */
export const listOwnSessions = ({ db, clock }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/me/sessions',
    doc: {
      summary: 'List one’s own sessions',
      tag: 'Profile',
      responses: { 200: { description: 'Newest first, at most 100.', schema: SessionList } },
    },
    async handle({ principal }) {
      const now = clock.now();
      const rows = await selectSessions(db.reader, principal.accountId, principal.userId, now);
      const items = rows.map((row) => toSessionItem(row, principal.sessionId));
      return { status: 200, body: { items } satisfies SessionList };
    },
  });

export function toSessionItem(row: ListedSessionRow, currentId: string | undefined): SessionItem {
  return {
    id: row.id,
    current: row.id === currentId,
    method: row.method,
    signedInAt: new Date(row.created_at).toISOString(),
    seenAt: new Date(row.seen_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    ip: row.ip,
    ...(row.agent !== null && { agent: row.agent }),
  };
}
