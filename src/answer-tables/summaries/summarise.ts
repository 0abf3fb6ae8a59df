import { type AnswerField, allChoices } from '#answer-index/index.ts';
import { narrow } from '#answer-queries/index.ts';
import type { FormsDeps, TimeSpan, Viewer } from '#form-basics/index.ts';
import { visibilityOf } from '#form-records/index.ts';
import { textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { openBudget } from './budget.store.ts';
import { type Counting, countTexts } from './counts.store.ts';
import { requireCountable } from './require-countable.ts';
import { openSource, type Source } from './selected-values.store.ts';
import { summariseField } from './summarise-field.ts';
import { type Group, MAX_GROUPS, type Summary, type SummaryQuery } from './summary.shapes.ts';

/**
 * Counts the answers to the fields of a template, in the forms that the viewer may see. All counting is done by the
 * storage, within 5 seconds.
 * @throws AppError `not-found`, `invalid-parameter` at the parameter, `query-too-heavy`, `busy`
 */
export async function summarise(
  deps: FormsDeps,
  viewer: Viewer,
  templateId: string,
  query: SummaryQuery & { readonly locale?: Locale | undefined },
  { mostDifferent }: Pick<Counting, 'mostDifferent'> = {},
): Promise<Summary> {
  const { db, directory } = deps;
  const countable = await requireCountable(deps, viewer, templateId, query);
  const { template, known, by, periods, answers } = countable;
  const { accountId } = template;
  const counted = {
    accountId,
    templateId: template.id,
    visibility: await visibilityOf(db.reader, directory, viewer),
    status: query.status,
    withRejected: query.rejected === true,
    answers,
    found: await narrow(db, { accountId, templateId: template.id, answers }),
  };
  const counting: Counting = { db: db.reader, scan: openBudget(db), mostDifferent };
  const sourceOf = (created: TimeSpan | undefined) =>
    openSource(db, counting.scan, { ...counted, conditions: { created } });
  const source = await sourceOf(periods.first);
  const compared = periods.second && (await sourceOf(periods.second));
  const groups = by && (await readGroups(counting, source, by));
  const subject = {
    ...counting,
    source,
    compared,
    groups: groups && { field: groups.field, values: groups.values },
    fields: known,
  };
  const summaries: Summary['fields'] = [];
  // One after another: a summary does not take all the connections that scans may use.
  for (const field of countable.fields) summaries.push(await summariseField(subject, field));
  return {
    total: source.total,
    rejectedLeft: source.rejectedLeft,
    ...(compared && { compared: compared.total }),
    ...(groups && { groups: groups.shown, groupsLeft: groups.left }),
    fields: summaries,
    fieldsLeft: countable.fieldsLeft,
  };
}

/** Returns the most frequent values of a field as groups, and the group of those without an answer. */
async function readGroups(counting: Counting, source: Source, by: AnswerField) {
  const { id } = by;
  const names = new Map(allChoices(by).map(({ value, text }) => [textOf(value), text]));
  const { top, different } = await countTexts(counting, source, by, MAX_GROUPS);
  const values = top.map(({ text }) => text);
  const shown: Group[] = values.map((value) => ({ value, text: names.get(value) ?? value }));
  return { field: id, values, shown: [...shown, {}], left: different - values.length };
}
