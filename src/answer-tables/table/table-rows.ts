import type { AnswerField } from '#answer-index/index.ts';
import {
  type AnswerOrder,
  type FormAnswers,
  fittingForms,
  listSorted,
  type OrderPosition,
  positionIn,
  readFormAnswers,
  type SortedRow,
  type TemplateSelection,
} from '#answer-queries/index.ts';
import type { Database } from '#db/database.ts';
import { type FormStatus, type ReviewState, readNames, readTimeZone } from '#form-basics/index.ts';
import { completedOnDeviceIn, countUpTo, reviewOf } from '#form-records/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { Locale } from '#kernel/locale.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { readAnswers } from '#questionnaires/reading/read-answers.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { readableVersions } from '#templates/index.ts';
import { choiceText, choiceValue } from './choice-style.ts';
import { createSeenNumbers } from './seen-numbers.ts';
import { cellOf, type TableCell, timeCell } from './table-cell.ts';
import type { TableColumn } from './table-columns.ts';

/** Forms that are found at a time. */
const PAGE = 100;
/** Forms of a page whose answers are read at a time. */
const FEW = 10;

export interface TableDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly engine: Pick<FormEngines, 'of'>;
}

/** A form of a table, with its answers by id of the field. */
export interface TableForm {
  readonly row: SortedRow;
  readonly number: number;
  /** The id of the user who created it, or of the public link that it was sent by. */
  readonly createdBy: string;
  /** The names of people by id, if they were asked for. */
  readonly names: ReadonlyMap<string, string>;
  readonly answers: ReadonlyMap<string, ShownAnswer>;
  /** False when calculated values are missing, because the forms engine could not answer. */
  readonly isWhole: boolean;
  /** That of the account, by whose clock tables show times. */
  readonly timeZone: string;
}

/** The forms of a selection, with their stored answers. */
export interface StoredForm {
  readonly row: SortedRow;
  readonly stored: FormAnswers;
}

/** How forms are read. */
export interface Reading {
  /** The language of texts; by default that of each version. */
  readonly locale?: Locale | undefined;
  /** Whether the names of those who created the forms, and of those whom they are assigned to, are read. */
  readonly hasPeople?: boolean | undefined;
  /** Told of a form that can't be read, which is then left out; without it, that ends the reading. */
  readonly miss?: (row: SortedRow, error: unknown) => void;
}

/** In this order a form that is written moves behind all others. */
const AS_CHANGED: AnswerOrder = [{ column: 'lastUpdateDate', direction: 'asc' }];
/** How far the clocks of two nodes may be apart, in milliseconds. */
const SKEW_MS = 5 * 60_000;

/**
 * Yields the selected forms in an order, each once, with their stored answers. A few megabytes of answers are held at a
 * time, and other requests are served in between. Forms that moved ahead because they were written meanwhile come last.
 */
export async function* storedForms(
  { db, clock }: Pick<TableDeps, 'db' | 'clock'>,
  selection: TemplateSelection,
  order: AnswerOrder,
): AsyncIterable<StoredForm> {
  const since = clock.now() - SKEW_MS;
  if (!isMoving(order)) {
    yield* formsBehind(db, selection, order, undefined);
    return;
  }
  const seen = createSeenNumbers();
  for await (const form of formsBehind(db, selection, order, undefined)) {
    if (seen.add(form.stored.number)) yield form;
  }
  for await (const form of formsBehind(db, selection, AS_CHANGED, [since, 0, ''])) {
    if (seen.add(form.stored.number)) yield form;
  }
}

/** Whether a form may get another place in an order when it is written. */
const isMoving = (order: AnswerOrder): boolean =>
  !order.every(
    (key) => 'column' in key && (key.column === 'number' || key.column === 'createdDate'),
  );

async function* formsBehind(
  db: Database,
  selection: TemplateSelection,
  order: AnswerOrder,
  position: OrderPosition | undefined,
): AsyncIterable<StoredForm> {
  const counted = await countUpTo(db, selection);
  for (let after = position; ; ) {
    const rows = await listSorted(db, selection, order, after, PAGE, counted);
    for (let from = 0; from < rows.length; ) {
      const rest = rows.slice(from);
      const some = rest.slice(0, await fittingForms(db.reader, selection.accountId, rest));
      yield* storedOfPage(db, selection.accountId, some);
      from += some.length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = positionIn(order, last);
  }
}

/**
 * Yields the selected forms in an order, each read by its version.
 * @throws AppError `busy`, `query-too-slow`
 */
export const tableForms = (
  deps: TableDeps,
  selection: TemplateSelection,
  order: AnswerOrder,
  reading: Reading = {},
): AsyncIterable<TableForm> =>
  readByVersion(deps, selection.accountId, storedForms(deps, selection, order), reading);

/**
 * Yields forms of a page, each read by its version. Their answers are read a few at a time, so that a caller who has
 * enough reads no others.
 * @throws AppError `busy`
 */
export const formsOfPage = (
  deps: TableDeps,
  accountId: string,
  rows: readonly SortedRow[],
  reading: Pick<Reading, 'locale' | 'hasPeople'>,
): AsyncIterable<TableForm> =>
  readByVersion(deps, accountId, storedOfPage(deps.db, accountId, rows), reading);

async function* storedOfPage(
  db: Database,
  accountId: string,
  rows: readonly SortedRow[],
): AsyncIterable<StoredForm> {
  for (let from = 0; from < rows.length; from += FEW) {
    const some = rows.slice(from, from + FEW);
    const answers = await readFormAnswers(db.reader, accountId, some);
    for (const row of some) {
      const stored = answers.get(row.id);
      // Purged since the page was read.
      if (stored) yield { row, stored };
    }
  }
}

async function* readByVersion(
  { db, engine }: TableDeps,
  accountId: string,
  forms: AsyncIterable<StoredForm>,
  { locale, hasPeople = false, miss }: Reading,
): AsyncIterable<TableForm> {
  const timeZone = await readTimeZone(db.reader, accountId);
  const versionOf = readableVersions(db, accountId, locale);
  const namesOf = rememberedNames(db, accountId);
  for await (const { row, stored } of forms) {
    const version = await versionOf(stored.versionId);
    const given = { status: row.status, answers: stored.answers };
    const reading = { engine: engine.of(accountId), timeZone, isForTable: true, isCounted: true };
    const read = await readAnswers(reading, version.readable, given).catch((error: unknown) => {
      if (!miss) throw error;
      miss(row, error);
    });
    if (!read) continue;
    yield {
      row,
      number: stored.number,
      createdBy: stored.createdBy,
      names: hasPeople ? await namesOf([stored.createdBy, row.assignee_id]) : NO_NAMES,
      isWhole: read.isWhole,
      timeZone,
      answers: new Map(
        read.answers.flatMap((answer) => {
          const id = version.fieldIds.get(answer.name);
          return id === undefined ? [] : [[id, answer] as const];
        }),
      ),
    };
    await letOthersIn();
  }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();
/** With more people than this, the names are forgotten and read again. */
const MOST_NAMES = 5000;

/** Returns a way to read names, each once. */
function rememberedNames(db: Database, accountId: string) {
  const known = new Map<string, string>();
  const asked = new Set<string>();
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (asked.size > MOST_NAMES) {
      known.clear();
      asked.clear();
    }
    const unknown = ids.filter((id) => !asked.has(id));
    if (unknown.length === 0) return known;
    for (const [id, name] of await readNames(db.reader, accountId, unknown)) known.set(id, name);
    for (const id of unknown) asked.add(id);
    return known;
  };
}

/** The words for the states of a form and of its review. */
export interface StateWords {
  readonly status: Readonly<Record<FormStatus, string>>;
  readonly review: Readonly<Record<ReviewState, string>>;
}

/** Returns the cells of a form. */
export const cellsOf = (
  columns: readonly TableColumn[],
  form: TableForm,
  words: StateWords,
): readonly TableCell[] =>
  columns.map((column): TableCell => {
    if (column.field) return answerCell(column, form.answers.get(column.field.id), form.row.id);
    const { id } = column;
    const { row, number, timeZone, names } = form;
    switch (id) {
      case 'number':
        return { text: String(number), number };
      case 'name':
        return { text: row.name };
      case 'status':
        return { text: words.status[row.status] };
      case 'createdBy':
        return named(names.get(form.createdBy));
      case 'assignedTo':
        return named(names.get(row.assignee_id));
      case 'createdDate':
        return timeCell(row.created_at, timeZone);
      case 'lastUpdateDate':
        return timeCell(row.updated_at, timeZone);
      case 'dueDate':
        return timeCell(row.due_at ?? undefined, timeZone);
      case 'completedDate':
        return timeCell(row.status === 'complete' ? row.status_changed_at : undefined, timeZone);
      case 'completedOnDeviceDate':
        return timeCell(completedOnDeviceIn(row), timeZone);
      case 'assignmentId':
        return row.assignment_id === null ? undefined : { text: row.assignment_id };
      case 'review': {
        const review = reviewOf(row);
        return review && { text: words.review[review.state] };
      }
      default:
        return { text: row.id };
    }
  });

const named = (name: string | undefined): TableCell =>
  name === undefined ? undefined : { text: name };

/** Returns the cell of an answer, or of what a column has of its choice. */
function answerCell(
  { field, choice, texts }: TableColumn & { readonly field: AnswerField },
  answer: ShownAnswer | undefined,
  formId: string,
): TableCell {
  if (choice === undefined) return cellOf(field, answer, formId);
  if (answer?.state !== 'answered') return undefined;
  if (choice === 'text') return { text: choiceText(answer, texts ?? new Map()) };
  const value = choiceValue(answer);
  return typeof value === 'number' ? { text: String(value), number: value } : { text: value };
}

/** Returns the cells of each row of a table inside of a form. */
export function innerCells(
  columns: readonly TableColumn[],
  table: string,
  form: TableForm,
): readonly (readonly TableCell[])[] {
  const rows = form.answers.get(table)?.rows ?? [];
  return rows.map((row) => {
    const answers = new Map(row.map((answer) => [answer.name, answer]));
    return columns.map(
      (column) => column.field && answerCell(column, answers.get(column.field.name), form.row.id),
    );
  });
}
