// The feed of changes of forms, which can be taken up again where it was left.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.ts';
import { FormsteadError } from './formstead-error.ts';
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
  let cursor: string | undefined;
  for (;;) {
    const query = { changedSince: cursor ?? since, pageSize };
    const { headers, body } = await call('get', '/v2/formz', { query, signal });
    const next = headers.get('x-change-cursor');
    if (next === null) throw cursorMissing();
    const changes: Changes['changes'] = body;
    const isFirst = cursor === undefined;
    cursor = next;
    if (isFirst || changes.length > 0) yield { changes, cursor };
    if (nextQuery(headers) !== undefined) continue;
    if (pollSeconds === undefined) return;
    await wait(pollSeconds, signal);
  }
}

const cursorMissing = (): FormsteadError =>
  new FormsteadError({
    code: 'unexpected-answer',
    operation: OPERATION,
    message: `${OPERATION}: the answer has no X-Change-Cursor. A proxy may have removed it.`,
  });

async function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(seconds * 1000, undefined, signal && { signal });
  } catch (cause) {
    throw abortedError(OPERATION, cause);
  }
}
