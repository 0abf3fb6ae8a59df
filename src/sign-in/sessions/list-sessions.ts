import type { Static } from 'typebox';
import type { Reader } from '#db/database.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import type { Seal } from '#kernel/seal.ts';
import type { SESSION_QUERY, SessionItem, SessionList } from './session.shapes.ts';
import { type ListedSessionRow, selectSessions } from './session.store.ts';

interface Asked extends Static<typeof SESSION_QUERY> {
  readonly accountId: string;
  readonly userId: string;
  /** The session that asks. */
  readonly currentId: string | undefined;
  readonly now: number;
}

/** Returns a page of the open sessions of a user. @throws AppError `invalid-parameter` for a cursor of another list */
export async function listSessions(
  db: Reader,
  seal: Seal,
  { accountId, userId, currentId, now, limit = DEFAULT_LIMIT, cursor }: Asked,
): Promise<SessionList> {
  const context = { list: 'sessions', accountId, terms: [userId] };
  const [before] = openCursor(seal, context, cursor) ?? [];
  const rows = await selectSessions(db, accountId, userId, { now, before, limit: limit + 1 });
  return toPage(seal, context, rows, limit, {
    positionOf: ({ id }) => [id],
    toItem: (row) => toSessionItem(row, currentId),
  });
}

function toSessionItem(row: ListedSessionRow, currentId: string | undefined): SessionItem {
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
