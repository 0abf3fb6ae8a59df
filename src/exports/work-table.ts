import { type TableCell, timeCell } from '#answer-tables/index.ts';
import { type AssignmentItem, selectSeenWork } from '#assignments/index.ts';
import { type FormsDeps, type Viewer, wasLate } from '#form-basics/index.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { Locale } from '#kernel/locale.ts';
import { selectCompletions, type WorkCompletion } from './work-completions.store.ts';

/** Assignments that are read at a time. */
const PAGE = 500;
const HOUR_MS = 3_600_000;

const WORDS = {
  en: {
    waiting: 'not started',
    begun: 'in progress',
    done: 'done',
    declined: 'declined',
    cancelled: 'cancelled',
    normal: 'normal',
    high: 'high',
  },
  de: {
    waiting: 'nicht begonnen',
    begun: 'in Arbeit',
    done: 'erledigt',
    declined: 'abgelehnt',
    cancelled: 'abgesagt',
    normal: 'normal',
    high: 'hoch',
  },
} as const;

/** An assignment, and how it is written. */
interface Row {
  readonly item: AssignmentItem;
  /** Undefined: its form is not complete. */
  readonly completion: WorkCompletion | undefined;
  readonly words: (typeof WORDS)[Locale];
  /** In milliseconds. */
  readonly now: number;
  /** @param at ISO 8601, or milliseconds */
  time(at: string | number | null | undefined): TableCell;
}

interface Column extends Readonly<Record<Locale, string>> {
  cell(row: Row): TableCell;
}

const COLUMNS: readonly Column[] = [
  { en: 'Template', de: 'Vorlage', cell: ({ item }) => nameOf(item.template) },
  { en: 'Reference', de: 'Referenz', cell: ({ item }) => textOf(item.reference) },
  { en: 'Assigned to', de: 'Zugewiesen an', cell: ({ item }) => nameOf(item.assignee) },
  { en: 'Group', de: 'Gruppe', cell: ({ item }) => nameOf(item.group) },
  { en: 'State', de: 'Stand', cell: ({ item, words }) => textOf(words[item.state]) },
  { en: 'Due', de: 'Fällig', cell: ({ item, time }) => time(item.dueDate) },
  { en: 'Late by (hours)', de: 'Verspätung (Stunden)', cell: (row) => lateBy(row) },
  {
    en: 'Done on the device',
    de: 'Auf dem Gerät erledigt',
    cell: ({ completion, time }) => time(completion?.completedOnDeviceAt),
  },
  { en: 'Done', de: 'Erledigt', cell: ({ completion, time }) => time(completion?.statusChangedAt) },
  {
    en: 'Reason for declining',
    de: 'Grund der Ablehnung',
    cell: ({ item }) => textOf(item.declineReason),
  },
  { en: 'Priority', de: 'Priorität', cell: ({ item, words }) => textOf(words[item.priority]) },
  { en: 'Instructions', de: 'Anweisungen', cell: ({ item }) => textOf(item.instructions) },
  { en: 'Assigned by', de: 'Zugewiesen von', cell: ({ item }) => nameOf(item.sentBy) },
  { en: 'Assigned', de: 'Zugewiesen am', cell: ({ item, time }) => time(item.createdDate) },
  { en: 'State since', de: 'Stand seit', cell: ({ item, time }) => time(item.stateDate) },
  { en: 'Visible from', de: 'Sichtbar ab', cell: ({ item, time }) => time(item.notBefore) },
  {
    en: 'Last reminded',
    de: 'Zuletzt erinnert',
    cell: ({ item, time }) => time(item.remindedDate),
  },
  { en: 'Form ID', de: 'Formular-ID', cell: ({ item }) => textOf(item.formId) },
  { en: 'ID', de: 'ID', cell: ({ item }) => textOf(item.id) },
];

const textOf = (text: string | null): TableCell => (text === null ? undefined : { text });

/** The id of what was deleted. */
const nameOf = (one: { readonly id: string; readonly name?: string } | null): TableCell =>
  textOf(one && (one.name ?? one.id));

/** Returns how long open work has been late, or how late it was done; empty for what is or was in time. */
function lateBy({ item: { late, dueDate }, completion, now }: Row): TableCell {
  if (dueDate === null) return undefined;
  const dueAt = Date.parse(dueDate);
  const isLate = completion ? wasLate({ status: 'complete', dueAt, ...completion }) : late;
  if (!isLate) return undefined;
  const until = completion ? (completion.completedOnDeviceAt ?? completion.statusChangedAt) : now;
  const number = Math.round((100 * (until - dueAt)) / HOUR_MS) / 100;
  return { text: String(number), number };
}

/** Returns the headings of a table of work. */
export const workHeads = (locale: Locale): readonly string[] =>
  COLUMNS.map((column) => column[locale]);

/** How a table of work is written. */
export interface WorkTable {
  readonly locale: Locale;
  /** That of the account, by whose clock the table shows times. */
  readonly timeZone: string;
}

/** Yields the rows of some assignments, in their order. Those that the viewer does not see any more are left out. */
export async function* workRows(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  ids: readonly string[],
  { locale, timeZone }: WorkTable,
): AsyncIterable<readonly TableCell[]> {
  const words = WORDS[locale];
  const time: Row['time'] = (at) =>
    timeCell(typeof at === 'string' ? Date.parse(at) : (at ?? undefined), timeZone);
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE);
    const seen = await selectSeenWork(deps, viewer, some);
    const items = some.flatMap((id) => seen.get(id) ?? []);
    const formIds = items.flatMap(({ formId }) => formId ?? []);
    const completions = await selectCompletions(deps.db.reader, viewer.accountId, formIds);
    const now = deps.clock.now();
    for (const item of items) {
      const row = { item, completion: completions.get(item.formId ?? ''), words, now, time };
      yield COLUMNS.map((column) => column.cell(row));
    }
    await letOthersIn();
  }
}
