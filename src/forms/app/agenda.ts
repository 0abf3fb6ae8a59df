import type { Database } from '#db/database.ts';
import {
  type FormListRow,
  type FormSelection,
  type PageStart,
  selectListedForms,
} from '#form-records/index.ts';

// The order in which people work: what is due, the most urgent first, what is never due, and what is done, both last
// changed first. It is three lists, one behind the other, each of which has an index.

const LAST_CHANGED = { key: 'lastUpdateDate', direction: 'desc' } as const;

const PARTS = [
  { status: 'draft', isDue: true, order: { key: 'dueDate', direction: 'asc' } },
  { status: 'draft', isDue: false, order: LAST_CHANGED },
  { status: 'complete', isDue: undefined, order: LAST_CHANGED },
] as const;

/** Returns the parts of a selection in this order. */
export const agendaOf = (selection: FormSelection): readonly FormSelection[] =>
  PARTS.filter(({ status }) => selection.status === undefined || selection.status === status).map(
    ({ status, isDue, order }) => ({
      ...selection,
      status,
      order,
      conditions: { ...selection.conditions, isDue },
    }),
  );

/** Returns the number of the part that a form is in. A list without parts is one. */
export const partOf = (
  parts: readonly FormSelection[],
  { status, due_at }: Pick<FormListRow, 'status' | 'due_at'>,
): number =>
  parts.length === 1
    ? 0
    : parts.findIndex(
        (part) =>
          part.status === status &&
          (part.conditions?.isDue ?? due_at !== null) === (due_at !== null),
      );

/** Returns where the page after a position starts, and in which part. */
export function startOfAgenda(
  [at, id, part = '0']: readonly string[] = [],
  { key }: FormSelection['order'],
): { readonly part: number; readonly start: PageStart } {
  if (at === undefined || id === undefined) return { part: 0, start: { offset: 0 } };
  return { part: Number(part), start: { after: [key === 'name' ? at : Number(at), id] } };
}

/**
 * Reads a page of lists that follow one another.
 * @param from the part in which the page starts
 */
export async function readAgendaParts(
  db: Database,
  parts: readonly FormSelection[],
  from: number,
  start: PageStart,
  limit: number,
): Promise<readonly FormListRow[]> {
  const rows: FormListRow[] = [];
  let at = start;
  for (const part of parts.slice(from)) {
    rows.push(...(await selectListedForms(db, part, at, limit - rows.length, 0)));
    if (rows.length >= limit) break;
    at = { offset: 0 };
  }
  return rows;
}
