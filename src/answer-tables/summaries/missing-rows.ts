import { type AnswerField, textKey } from '#answer-index/index.ts';
import type { FormsDeps, Viewer } from '#form-basics/index.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { activeLabels, findList, groupsOf, hasRight } from '#lists/index.ts';
import { type Counting, countTexts } from './counts.store.ts';
import type { Source } from './selected-values.store.ts';
import { type Grouped, MAX_MISSING } from './summary.shapes.ts';

/** Longer lists are not compared: all of their rows would be read. */
const MOST_ROWS = 20_000;

interface Reading {
  readonly deps: Pick<FormsDeps, 'db' | 'directory'>;
  readonly viewer: Viewer;
  readonly counting: Counting;
  readonly source: Source;
}

/**
 * Returns the rows of a list that none of the forms has. Answers are counted by the label of their row, so that rows with
 * the same label count once.
 * @returns undefined for a field without a list, and for a list that is long or that the viewer may not use
 */
export async function readMissing(
  { deps, viewer, counting, source }: Reading,
  field: AnswerField,
): Promise<Grouped['missing']> {
  const db = deps.db.reader;
  const list =
    field.list === undefined ? undefined : await findList(db, source.accountId, field.list);
  if (list === undefined || list.activeRows > MOST_ROWS) return undefined;
  if (!hasRight(viewer, list, 'use', await groupsOf(deps, db, viewer))) return undefined;
  const { top, different } = await countTexts(counting, source, field, MOST_ROWS);
  if (different > top.length) return undefined;
  const answered = new Set(top.map(({ text }) => text));
  const labels = [...new Set(await activeLabels(db, list))];
  await letOthersIn();
  const missing = labels.filter((label) => !answered.has(textKey(label)));
  return { count: missing.length, of: labels.length, rows: missing.slice(0, MAX_MISSING) };
}
