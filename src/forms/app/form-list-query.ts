import type { Static } from 'typebox';
import { narrow, readWhere } from '#answer-queries/index.ts';
import {
  type FormsDeps,
  parseDays,
  readDue,
  readTimeZone,
  type Viewer,
} from '#form-basics/index.ts';
import {
  type FormConditions,
  type FormOrder,
  type FormSelection,
  ownFormsOf,
  readFormFilters,
  requireTemplateOfForms,
  reviewsOf,
  visibilityOf,
} from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { find } from '#search/index.ts';
import { APP_FORM_QUERY } from './app-form.shapes.ts';

/** What a list of forms of the web app is asked for. */
export type AskedForms = Omit<Static<typeof APP_FORM_QUERY>, 'limit' | 'cursor' | 'deleted'>;

const OF_EVERY_LIST = new Set(['limit', 'cursor', 'deleted']);

/** The names of the parameters that choose among forms that are not deleted. */
export const SELECTING: readonly string[] = Object.keys(APP_FORM_QUERY.properties).filter(
  (name) => !OF_EVERY_LIST.has(name),
);

/** Returns which of these parameters have a value, in the order of their names. */
export function selectingIn(asked: AskedForms) {
  const given = new Map(Object.entries(asked));
  return SELECTING.map((name) => ({ name, value: given.get(name) }));
}

const KEYS = {
  // The order of each part is its own, see agenda.ts.
  agenda: 'lastUpdateDate',
  updated: 'lastUpdateDate',
  created: 'createdDate',
  name: 'name',
  due: 'dueDate',
} as const;

/**
 * Returns the order, unless the query says otherwise: of forms that are due the most urgent first, of others the one
 * changed last. Names go upwards.
 * @throws AppError `invalid-parameter` for an order by due dates of forms that may have none
 */
function orderOf({ sort, direction, overdue, dueFrom, dueTo }: AskedForms): FormOrder {
  const isOfDue = overdue === true || dueFrom !== undefined || dueTo !== undefined;
  if (sort === 'due' && !isOfDue) {
    throw fail('invalid-parameter', 'sort: forms that are never due have no place in this order.', {
      at: 'sort',
      because: { reason: 'conflict' },
    });
  }
  if (sort === 'agenda' && (isOfDue || direction !== undefined)) {
    throw fail('invalid-parameter', 'sort: agenda has its own order of all forms, due or not.', {
      at: 'sort',
      because: { reason: 'conflict' },
    });
  }
  const by = sort ?? (isOfDue ? 'due' : 'updated');
  const usual = by === 'name' || by === 'due' ? 'asc' : 'desc';
  return { key: KEYS[by], direction: direction ?? usual };
}

/**
 * Returns the forms that a viewer asks for, among those that they see.
 * @throws AppError `invalid-parameter` for a condition on answers without a template, or on an unknown field; `not-found`
 * for conditions on the answers of a template whose forms the viewer does not see
 */
export async function readSelection(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  asked: AskedForms,
): Promise<FormSelection> {
  const { db, directory } = deps;
  const { accountId } = viewer;
  const { scope = 'mine', status, template: templateId, q = '', where } = asked;
  const seen = { mine: ownFormsOf, reviews: reviewsOf, all: visibilityOf }[scope];
  const answers =
    where === undefined ? undefined : await readAnswers(deps, viewer, templateId, where);
  const searched = await find(db, { accountId, kind: 'form' }, q);
  return {
    accountId,
    visibility: await seen(db.reader, directory, viewer),
    order: orderOf(asked),
    status,
    namePrefix: undefined,
    filter: undefined,
    templateId,
    answers,
    conditions: await readConditions(deps, accountId, asked),
    found: await narrow(db, { accountId, templateId, answers }, searched),
  };
}

async function readAnswers(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  templateId: string | undefined,
  where: string,
) {
  if (templateId === undefined) {
    throw fail('invalid-parameter', 'where: answers belong to a template. Choose one.', {
      at: 'where',
      because: { reason: 'conflict' },
    });
  }
  const template = await requireTemplateOfForms(deps, viewer, templateId);
  return readWhere(deps, viewer, template, where);
}

async function readConditions(
  { clock, db }: Pick<FormsDeps, 'clock' | 'db'>,
  accountId: string,
  asked: AskedForms,
): Promise<FormConditions> {
  const { createdFrom, createdTo, updatedFrom, updatedTo } = asked;
  const days = [createdFrom, createdTo, updatedFrom, updatedTo];
  const isOfDays = days.some((day) => day !== undefined);
  const timeZone = isOfDays ? await readTimeZone(db.reader, accountId) : 'UTC';
  const calendar = { timeZone, now: clock.now() };
  return {
    ...readFormFilters(asked),
    created: parseDays('created', { from: createdFrom, to: createdTo }, calendar),
    updated: parseDays('updated', { from: updatedFrom, to: updatedTo }, calendar),
    ...(await readDue(db.reader, accountId, asked, calendar.now)),
  };
}
