// The feed of changes of forms, which can be taken up again where it was left.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, JsonReply } from './caller.ts';
import { unexpected } from './formstead-error.ts';
import type { DeletedForm, ListedForm } from './generated/api.ts';
import { nextQuery } from './pages.ts';
import { abortedError } from './retry.ts';

export interface ChangesOptions {
  /** The cursor of the last changes that were stored; `0`, the default, for every form there is. */
  readonly since?: string;
  /** Changes at a time: 100 at most, and by default. */
  readonly pageSize?: number;
  /** Goes on for ever, and asks for news this often. If omitted, ends when there are no more changes. */
  readonly pollSeconds?: number;
  readonly signal?: AbortSignal;
}

export interface Changes {
  /** Each form that changed, as it is now. A deleted one has `deleted: true`. */
  readonly changes: readonly (ListedForm | DeletedForm)[];
  /** Store it with what you stored of the changes, and pass it as `since` to go on from here. */
  readonly cursor: string;
}

const OPERATION = 'GET /v2/formz';

/** Yields changes until there are no more, or for ever. The first ones come even if they are empty, with a cursor. */
export async function* changesOf(
  { call }: Caller,
  { since = '0', pageSize = 100, pollSeconds, signal }: ChangesOptions,
): AsyncGenerator<Changes, void, undefined> {
  let cursor = since;
  for (let isFirst = true; ; isFirst = false) {
    const query = { changedSince: cursor, pageSize };
    const reply = await call('get', '/v2/formz', { query, signal });
    const changes = changesIn(reply);
    const next = cursorIn(reply);
    const hasMore = nextQuery(reply.headers, OPERATION) !== undefined;
    if (hasMore && next === cursor) {
      throw unexpected(OPERATION, 'there are more changes, but the cursor stays.', reply.headers);
    }
    cursor = next;
    if (isFirst || changes.length > 0) yield { changes, cursor };
    if (hasMore) continue;
    if (pollSeconds === undefined) return;
    await wait(pollSeconds, signal);
  }
}

function changesIn({ headers, body }: JsonReply): Changes['changes'] {
  if (Array.isArray(body)) return body;
  throw unexpected(OPERATION, 'the answer is not a list.', headers);
}

function cursorIn({ headers }: JsonReply): string {
  const cursor = headers.get('x-change-cursor');
  if (cursor !== null) return cursor;
  const what = 'the answer has no X-Change-Cursor. A proxy may have removed it.';
  throw unexpected(OPERATION, what, headers);
}

async function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(seconds * 1000, undefined, signal && { signal });
  } catch (cause) {
    throw abortedError(OPERATION, cause);
  }
}
