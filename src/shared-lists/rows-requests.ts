// What the web app and /v2 do alike with the rows of a list.
import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { FormActor, Viewer } from '#form-basics/index.ts';
import { readHead } from '#form-records/index.ts';
import { type ListContext, openCursor, sealCursor } from '#http/app/list-page.ts';
import type { EndpointDoc } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import { LIST_LIMITS, type List, requireListRight } from '#lists/index.ts';
import { toListRow } from './describe-list.ts';
import type { ListsEndpointDeps } from './lists-endpoint-deps.ts';
import {
  type CHANGES_QUERY,
  FILE_QUERY,
  ImportReport,
  type ROW_QUERY,
  type RowChanges,
  type RowPage,
  type RowWritesBody,
  type WrittenRows,
} from './shared-list.shapes.ts';

type Deps = Pick<ListsEndpointDeps, 'db' | 'directory' | 'seal' | 'lists'>;

/** Searches for rows. @throws AppError `not-found`, `invalid-parameter`, `query-too-slow`, `busy`. */
export async function replyToSearch(
  deps: Deps,
  viewer: Viewer,
  id: string,
  asked: Static<typeof ROW_QUERY>,
): Promise<RowPage> {
  const list = await requireListRight(deps, deps.db.reader, viewer, id, 'use');
  const { q = '', column, value = '', active = true, limit, cursor } = asked;
  if (column !== undefined) requireSearched(list, column);
  const context: ListContext = {
    list: 'list-rows',
    accountId: viewer.accountId,
    terms: [viewer.userId, list.id, q, column, value, active],
  };
  const { rows, next } = await deps.lists.searchRows(list, {
    text: q,
    ...(column !== undefined && { filter: { column, value } }),
    active,
    after: openCursor(deps.seal, context, cursor),
    limit,
  });
  const cursorAfter = next && sealCursor(deps.seal, context, next);
  return { items: rows.map(toListRow), ...(cursorAfter !== undefined && { next: cursorAfter }) };
}

function requireSearched({ columns }: List, column: string): void {
  const allowed = columns.slice(0, LIST_LIMITS.searched).map(({ key }) => key);
  if (allowed.includes(column)) return;
  throw fail('invalid-parameter', `column must be one of ${allowed.join(', ')}.`, {
    at: 'column',
    because: { reason: 'not-allowed', allowed: allowed.join(', ') },
  });
}

/**
 * Returns the rows that changed since, for somebody who keeps a copy. After a backup was restored, other changes have the
 * numbers of those that are lost, so that all rows are sent again.
 * @throws AppError `not-found`.
 */
export async function replyWithChanges(
  deps: Deps,
  viewer: Viewer,
  id: string,
  sent: Static<typeof CHANGES_QUERY>,
): Promise<RowChanges> {
  const { reader } = deps.db;
  const list = await requireListRight(deps, reader, viewer, id, 'use');
  const head = await readHead(reader, viewer.accountId);
  const epoch = createHash('sha256').update(head.epoch).digest('hex').slice(0, EPOCH_DIGITS);
  const { seq = 0 } = sent;
  const isKnown = seq <= list.seq && (seq === 0 || (sent.epoch ?? epoch) === epoch);
  const changes = await deps.lists.rowsSince(list, isKnown ? seq : 0);
  const rows = changes.rows.map(toListRow);
  return { ...changes, rows, epoch, ...(!isKnown && { reset: true }) };
}

const EPOCH_DIGITS = 16;

/** Writes single rows. @throws AppError as `writeRows` does. */
export async function replyToWrites(
  { db, lists }: Pick<Deps, 'db' | 'lists'>,
  by: FormActor,
  id: string,
  { rows = [], deactivate = [], version }: Static<typeof RowWritesBody>,
): Promise<WrittenRows> {
  const { list, counts } = await db.transaction((tx) =>
    lists.writeRows(tx, by, id, { rows, deactivate, ifVersion: version }),
  );
  return { version: list.version, counts };
}

interface SentFile extends Static<typeof FILE_QUERY> {
  readonly bytes: AsyncIterable<Uint8Array> | undefined;
}

/**
 * Makes the function that replaces all rows by those of a file, or tells what that would do. The file is received as a
 * whole before it waits for its turn to be read: one that comes slowly holds up no other account.
 * It throws AppError as `importRows` does, `busy` and `storage-unavailable`.
 */
export function createReplyToFile(deps: Deps & Pick<ListsEndpointDeps, 'files'>) {
  const gate = createFairGate(
    SHARES.receivingListFiles.shares,
    'Other files of this organisation are being received. Try again in a moment.',
  );
  return async (
    by: FormActor,
    id: string,
    { bytes = nothing(), preview = false, version }: SentFile,
  ): Promise<ImportReport> => {
    await requireListRight(deps, deps.db.reader, by, id, 'manage');
    const limits = { maxBytes: LIST_LIMITS.bytes };
    const report = await gate.run(behalfIn(by.accountId), () =>
      deps.files.spool(bytes, limits, (pieces) =>
        deps.lists.importRows(by, id, pieces, { preview, ifVersion: version }),
      ),
    );
    const { added, changed, deactivated } = report.examples;
    return {
      ...report,
      faults: report.faults.map((fault) => ({ ...fault })),
      examples: { added: [...added], changed: [...changed], deactivated: [...deactivated] },
    };
  };
}

async function* nothing(): AsyncIterable<Uint8Array> {}

/** What both endpoints for files have in common. */
export const FILE_ENDPOINT = {
  body: 'bytes',
  mediaTypes: ['text/csv'],
  maxBodyBytes: LIST_LIMITS.bytes,
} as const;

export const fileDoc = (tag: string): EndpointDoc => ({
  summary: 'Replace all rows by those of a file',
  tag,
  description: [
    'The body is CSV in UTF-8, with commas, semicolons or tabs. Its first row names each column of the list,',
    'by its label or its key, in any order. Rows that the file lacks become inactive: they can no longer be',
    'chosen, and answers keep them. Either all rows are stored or none: with any fault, the answer is 422.',
    `A list has at most ${LIST_LIMITS.rows} rows, and a cell ${LIST_LIMITS.cell} characters.`,
  ].join('\n'),
  query: FILE_QUERY,
  responses: {
    200: {
      description: 'What was stored; with `preview`, what would be, and all faults.',
      schema: ImportReport,
    },
    404: 'no list to use',
    409: { description: 'Somebody else is writing rows of the list (`list-busy`).' },
    412: 'rows changed',
    422: { description: 'The rows are not valid. `faults` names each row and column.' },
  },
});
