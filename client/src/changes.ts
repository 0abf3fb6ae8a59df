// The feeds of changes of forms and of assignments, which can be taken up again where they were left.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, JsonReply } from './caller.ts';
import { unexpected } from './formstead-error.ts';
import type {
  DeletedAssignment,
  DeletedForm,
  ListedAssignment,
  ListedForm,
} from './generated/api.ts';
import { nextQuery } from './pages.ts';
import { abortedError } from './retry.ts';

export interface ChangesOptions {
  /** The cursor of the last changes that were stored; `0`, the default, for all there are. */
  readonly since?: string;
  /** Changes at a time: 100 at most, and by default. */
  readonly pageSize?: number;
  /** Goes on for ever, and asks for news this often. If omitted, ends when there are no more changes. */
  readonly pollSeconds?: number;
  readonly signal?: AbortSignal;
}

export interface Changes<Change = ListedForm | DeletedForm> {
  /** Each form, or assignment, that changed, as it is now. A deleted one has `deleted: true`. */
  readonly changes: readonly Change[];
  /** Store it with what you stored of the changes, and pass it as `since` to go on from here. */
  readonly cursor: string;
}

export type AssignmentChange = ListedAssignment | DeletedAssignment;

/** Yields changes until there are no more, or for ever. The first ones come even if they are empty, with a cursor. */
export async function* changesOf<Change>(
  { call }: Caller,
  path: '/v2/formz' | '/v2/assignments',
  { since = '0', pageSize = 100, pollSeconds, signal }: ChangesOptions,
): AsyncGenerator<Changes<Change>, void, undefined> {
  const operation = `GET ${path}`;
  let cursor = since;
  for (let isFirst = true; ; isFirst = false) {
    const query = { changedSince: cursor, pageSize };
    const reply = await call('get', path, { query, signal });
    const changes: readonly Change[] = changesIn(reply, operation);
    const next = cursorIn(reply, operation);
    const hasMore = nextQuery(reply.headers, operation) !== undefined;
    if (hasMore && next === cursor) {
      throw unexpected(operation, 'there are more changes, but the cursor stays.', reply.headers);
    }
    cursor = next;
    if (isFirst || changes.length > 0) yield { changes, cursor };
    if (hasMore) continue;
    if (pollSeconds === undefined) return;
    await wait(pollSeconds, operation, signal);
  }
}

function changesIn<Change>({ headers, body }: JsonReply, operation: string): readonly Change[] {
  if (Array.isArray(body)) return body;
  throw unexpected(operation, 'the answer is not a list.', headers);
}

function cursorIn({ headers }: JsonReply, operation: string): string {
  const cursor = headers.get('x-change-cursor');
  if (cursor !== null) return cursor;
  const what = 'the answer has no X-Change-Cursor. A proxy may have removed it.';
  throw unexpected(operation, what, headers);
}

async function wait(
  seconds: number,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await sleep(seconds * 1000, undefined, signal && { signal });
  } catch (cause) {
    throw abortedError(operation, cause);
  }
}
