import { Type } from 'typebox';
import { type Names, named, readNames, timeOf, type Viewer } from '#form-basics/index.ts';
import { PAGE_QUERY } from '#http/app/list.shapes.ts';
import { DEFAULT_LIMIT, openCursor, sealCursor } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { LeaversDeps } from '#leavers/leavers-deps.ts';
import {
  afterAllOf,
  type LeftPosition,
  type LeftRow,
  leftPosition,
  START,
  selectLeavers,
  selectLeft,
} from '#leavers/left-work.store.ts';
import { type MayHandOn, mayHandOnEach, successorsOf } from '#leavers/left-work.ts';
import { type LeftItem, LeftList } from './left-work.shapes.ts';

const QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });
/** Leavers that one query looks at, and whose work it sorts. */
const LEAVERS = 50;
/** Rows of one query. */
const ROWS = 500;
/** Queries of one request: most leavers of a large organisation left nothing, and most of it may be others' to hand on. */
const ROUNDS = 80;

/** GET /app/v1/leavers: returns what inactive users left behind, as far as the user may hand it on. */
export const listLeftWork = (deps: LeaversDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/leavers',
    query: QUERY,
    doc: {
      summary: 'List what leavers left behind',
      tag: 'Assignments',
      description:
        'Open work, drafts and series of users who are not active or were deleted, for admins, those who manage the template, and the sender. A page may have fewer items than asked for, or none; read on while there is a next one.',
      responses: { 200: { description: 'A page, by leaver.', schema: LeftList } },
    },
    async handle({ principal, query }) {
      const { db, seal } = deps;
      const { accountId, userId } = principal;
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const context = { list: 'leavers', accountId, terms: [userId] };
      const [leaver, kind, id = ''] = openCursor(seal, context, cursor) ?? [];
      const start: LeftPosition = leaver === undefined ? START : [leaver, Number(kind), id];
      const { found, end } = await findLeft(deps, principal, start, limit);
      const rows = found.map(({ row }) => row);
      const successorOf = await successorsOf(deps, db.reader, accountId, rows);
      const names = await readNames(
        db.reader,
        accountId,
        rows.flatMap((row) => [
          row.leaver,
          row.template_id,
          row.sent_by,
          ...[successorOf(row)].filter((each) => each !== undefined),
        ]),
      );
      const items = found.map((each) => toItem(each, successorOf(each.row), names));
      const next = end && sealCursor(seal, context, end.map(String));
      return { status: 200, body: { items, ...(next !== undefined && { next }) } };
    },
  });

interface Found {
  readonly row: LeftRow;
  readonly may: MayHandOn;
}

/** @returns what the viewer may hand on, and where the next page begins; undefined after the last one */
async function findLeft(
  deps: LeaversDeps,
  viewer: Viewer,
  start: LeftPosition,
  limit: number,
): Promise<{ readonly found: readonly Found[]; readonly end: LeftPosition | undefined }> {
  const { accountId } = viewer;
  const db = deps.db.reader;
  const found: Found[] = [];
  let after = start;
  for (let round = 0; round < ROUNDS; round += 1) {
    const leavers = await selectLeavers(db, accountId, after[0], LEAVERS);
    const rows = await selectLeft(db, { accountId, leavers, after, limit: ROWS });
    const mayOf = await mayHandOnEach(deps, db, viewer, rows);
    const seen = rows.map((row) => ({ row, may: mayOf(row) })).filter(({ may }) => may);
    found.push(...seen.slice(0, limit - found.length));
    const last = found.at(-1);
    if (last && found.length === limit) return { found, end: leftPosition(last.row) };
    const end = endOf(leavers, rows);
    if (end === undefined) return { found, end };
    after = end;
    await letOthersIn();
  }
  return { found, end: after };
}

/** Returns where a query ended; undefined if there is nothing after it. */
function endOf(leavers: readonly string[], rows: readonly LeftRow[]): LeftPosition | undefined {
  const [leaver, row] = [leavers.at(-1), rows.at(-1)];
  if (row && rows.length === ROWS) return leftPosition(row);
  return leaver !== undefined && leavers.length === LEAVERS ? afterAllOf(leaver) : undefined;
}

const toItem = ({ row, may }: Found, successor: string | undefined, names: Names): LeftItem => ({
  kind: row.kind,
  id: row.id,
  leaver: named(row.leaver, names),
  template: named(row.template_id, names),
  sentBy: named(row.sent_by, names),
  dueDate: row.due_at === null ? null : timeOf(row.due_at),
  isBegun: row.begun === 1,
  successor: successor === undefined ? null : named(successor, names),
  mayChoose: may === 'all',
});
