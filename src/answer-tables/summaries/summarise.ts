import { narrow } from '#answer-queries/index.ts';
import type { FormsDeps, TimeSpan, Viewer } from '#form-basics/index.ts';
import { visibilityOf } from '#form-records/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { openBudget } from './budget.store.ts';
import type { Counting } from './counts.store.ts';
import { readDivision } from './read-division.ts';
import { requireCountable } from './require-countable.ts';
import { openSource } from './selected-values.store.ts';
import { summariseField } from './summarise-field.ts';
import type { Summary, SummaryQuery } from './summary.shapes.ts';

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
  const { template, known, periods, answers } = countable;
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
  const read = await readDivision({
    ...{ deps, viewer, counting, source, countable },
    isWhole: query.grouped === true,
  });
  const subject = {
    ...counting,
    source,
    compared,
    groups: read?.groups,
    fields: known,
  };
  const summaries: Summary['fields'] = [];
  // One after another: a summary does not take all the connections that scans may use.
  for (const field of countable.fields) summaries.push(await summariseField(subject, field));
  return {
    total: source.total,
    rejectedLeft: source.rejectedLeft,
    ...(compared && { compared: compared.total }),
    ...(read && { groups: [...read.shown], groupsLeft: read.left }),
    ...(read?.grouped && { grouped: read.grouped }),
    fields: summaries,
    fieldsLeft: countable.fieldsLeft,
  };
}
