import {
  knownFields,
  listSorted,
  narrow,
  parseAnswerOrder,
  positionIn,
  printPosition,
  readPosition,
  readWhere,
} from '#answer-queries/index.ts';
import { type FormsDeps, readCreated, readDue, type Template } from '#form-basics/index.ts';
import {
  type FormListRow,
  type FormOrder,
  type FormSelection,
  type ListQuery,
  type PageStart,
  positionOf,
  selectListedForms,
  visibilityOf,
} from '#form-records/index.ts';
import type { UserPrincipal } from '#http/endpoint.ts';
import type { PagePosition } from '#http/v2/page-position.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { find } from '#search/index.ts';

/** Returns the forms that the parameters of a list select, among those that somebody may see. */
export async function selectForms(
  deps: FormsDeps,
  principal: UserPrincipal,
  template: Template | undefined,
  query: ListQuery,
) {
  const { clock, db, directory } = deps;
  const { accountId } = principal;
  const conditions = {
    ...query.conditions,
    created: await readCreated(db.reader, accountId, query, clock.now()),
    ...(await readDue(db.reader, accountId, query, clock.now())),
  };
  const visibility = await visibilityOf(db.reader, directory, principal);
  const answers = template && (await readWhere(deps, principal, template, query.where));
  const searched = await find(db, { accountId, kind: 'form' }, query.search ?? '');
  const found = await narrow(db, { accountId, templateId: template?.id, answers }, searched);
  return { ...query, conditions, accountId, visibility, templateId: template?.id, answers, found };
}

/** A form of a list, with the position after which the next page starts. */
interface Positioned {
  readonly row: FormListRow;
  readonly position: PagePosition;
}

interface AskedPage {
  readonly pageNumber: number;
  readonly limit: number;
  readonly after: PagePosition | undefined;
  readonly total: number;
}

/** Returns a page in one of the orders of every list. */
export async function rowsOf(
  db: FormsDeps['db'],
  selection: FormSelection,
  order: FormOrder,
  { pageNumber, limit, after, total }: AskedPage,
): Promise<readonly Positioned[]> {
  const offset = (pageNumber - 1) * (limit - 1);
  if (!after && offset > 0 && offset >= total) return [];
  const start: PageStart = after ? { after } : { offset };
  const rows = await selectListedForms(db, selection, start, limit, total);
  return rows.map((row) => ({ row, position: positionOf(row, order) }));
}

/** Returns a page in an order of answers. There is no way to a page but from the one before it. */
export async function sortedRows(
  deps: FormsDeps,
  principal: UserPrincipal,
  template: Template,
  selection: Omit<FormSelection, 'order'>,
  sort: string,
  { pageNumber, limit, after, total }: AskedPage,
): Promise<readonly Positioned[]> {
  const fields = await knownFields(deps, principal, template);
  const sorting = parseAnswerOrder(sort, fields);
  if (pageNumber > 1 && !after) {
    throw badParameter(
      'pageNumber',
      'with this order, follow the Link header from the first page.',
    );
  }
  const { order, after: position } = readPosition(sorting, after && String(after[0]));
  const ofTemplate = { ...selection, templateId: template.id };
  const counted = { count: total, isExact: true };
  const rows = await listSorted(deps.db, ofTemplate, order, position, limit, counted);
  return rows.map((row) => ({
    row,
    position: [printPosition(order, positionIn(order, row)), row.id],
  }));
}
