import { type FormsDeps, readTimeZone } from '#form-basics/index.ts';
import type { FormListRow } from '#form-records/index.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { Locale } from '#kernel/locale.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { readAnswers } from '#questionnaires/reading/read-answers.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { readableVersions } from '#templates/index.ts';
import { readFormAnswers } from './form-answers.ts';

/** The number and the answers of a form, as a row of a table shows them. */
export interface Cells {
  readonly number: number;
  /** The id of the user who created the form, or of the public link that it was sent by. */
  readonly createdBy: string;
  /** The answers as people read them, by id of the field; without unanswered and hidden ones. */
  readonly cells: Record<string, string>;
}

/**
 * Returns the cells of forms by id, each read by the version of the form. Other requests are served in between.
 * @param shown the ids of the fields that are wanted; undefined: all
 * @param locale the language of the cells; undefined: that of each version
 * @throws AppError `busy` when the forms engine has too many calls
 */
export async function readCells(
  { db, engine }: Pick<FormsDeps, 'db'> & { readonly engine: Pick<FormEngines, 'of'> },
  accountId: string,
  rows: readonly Pick<FormListRow, 'id' | 'status'>[],
  {
    shown,
    locale,
  }: {
    readonly shown?: ReadonlySet<string> | undefined;
    readonly locale?: Locale | undefined;
  } = {},
): Promise<ReadonlyMap<string, Cells>> {
  const timeZone = await readTimeZone(db.reader, accountId);
  const forms = await readFormAnswers(db.reader, accountId, rows);
  const versionOf = readableVersions(db, accountId, locale);
  const cells = new Map<string, Cells>();
  for (const { id, status } of rows) {
    const form = forms.get(id);
    // Purged since the page was read.
    if (!form) continue;
    const { versionId, number, createdBy } = form;
    const version = await versionOf(versionId);
    const { answers } = await readAnswers(
      { engine: engine.of(accountId), timeZone, isForTable: true, isCounted: true },
      version.readable,
      { status, answers: form.answers },
    );
    cells.set(id, { number, createdBy, cells: textsOf(answers, version.fieldIds, shown) });
    await letOthersIn();
  }
  return cells;
}

const textsOf = (
  answers: readonly ShownAnswer[],
  fieldIds: ReadonlyMap<string, string>,
  shown: ReadonlySet<string> | undefined,
): Record<string, string> =>
  Object.fromEntries(
    answers.flatMap(({ name, state, displayValue, rows }) => {
      const id = fieldIds.get(name);
      if (id === undefined || state !== 'answered' || shown?.has(id) === false) return [];
      return [[id, rows ? String(rows.length) : displayValue] as const];
    }),
  );
