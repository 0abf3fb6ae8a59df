import { readNames } from '#form-basics/index.ts';
import { type FormSelection, selectListedForms } from '#form-records/index.ts';
import type { CalendarOwner } from './calendar-address.store.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { readLabels } from './form-labels.store.ts';

/** The events of a calendar. Programs read it again and again, most of them every few hours. */
export const MOST_EVENTS = 500;

/** A form that is due, with a name that holds no answer. Times are in milliseconds. */
export interface CalendarForm {
  readonly id: string;
  readonly name: string;
  readonly template: string;
  readonly dueAt: number;
  readonly updatedAt: number;
  /** Increases with each write. */
  readonly revision: number;
}

/**
 * Returns the open forms with a due date that are assigned to a person or to a group of theirs: those that are due next,
 * and if there are fewer than {@link MOST_EVENTS}, those that are late since the shortest time.
 */
export async function dueForms(
  { db, clock, directory }: Pick<CalendarDeps, 'db' | 'clock' | 'directory'>,
  { accountId, userId }: Pick<CalendarOwner, 'accountId' | 'userId'>,
): Promise<readonly CalendarForm[]> {
  const groups = await directory.groupIdsOf(db.reader, accountId, userId);
  const now = clock.now();
  const select = (
    direction: 'asc' | 'desc',
    due: { from?: number; before?: number },
    most: number,
  ) => {
    const selection: FormSelection = {
      accountId,
      visibility: [{ column: 'assignee_id', ids: [userId, ...groups] }],
      order: { key: 'dueDate', direction },
      status: 'draft',
      namePrefix: undefined,
      filter: undefined,
      conditions: { due },
    };
    return selectListedForms(db, selection, { offset: 0 }, most, 0);
  };
  const coming = await select('asc', { from: now }, MOST_EVENTS);
  const room = MOST_EVENTS - coming.length;
  const late = room === 0 ? [] : await select('desc', { before: now }, room);
  const rows = [...late.toReversed(), ...coming];
  const ids = rows.map(({ id }) => id);
  const labels = new Map((await readLabels(db.reader, accountId, ids)).map((row) => [row.id, row]));
  const templates = await readNames(
    db.reader,
    accountId,
    rows.map(({ template_id }) => template_id),
  );
  return rows.flatMap((row) => {
    const label = labels.get(row.id);
    if (label === undefined || row.due_at === null) return [];
    const template = templates.get(row.template_id) ?? '';
    // A name that follows a pattern may hold answers, as in letters/waiting-form.store.ts.
    const name = label.name_pattern === null ? row.name : `${template} ${label.number}`;
    const { id, due_at: dueAt, updated_at: updatedAt } = row;
    return [{ id, name, template, dueAt, updatedAt, revision: label.revision }];
  });
}
