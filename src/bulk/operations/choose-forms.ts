import { type AnswersFilter, askedAnswers } from '#answer-queries/index.ts';
import { type AssignmentFilters, chooseAssignments } from '#assignments/index.ts';
import { MAX_ITEMS } from '#bulk/bulk-act.ts';
import { type FormsDeps, normaliseId, type Viewer } from '#form-basics/index.ts';
import {
  DEFAULT_ORDER,
  type FormSelection,
  isWhole,
  listDeleted,
  type PageStart,
  positionOf,
  restorableBy,
  selectListedForms,
} from '#form-records/index.ts';
import { type AskedForms, readSelection } from '#forms/index.ts';
import { fail } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';

/** Which forms an action is about. */
export type ChosenForms =
  /** Chosen one by one. */
  | { readonly ids: readonly string[] }
  /** All that a list shows: of forms, of deleted forms, or of the answers of a template. */
  | { readonly list: AskedForms }
  | { readonly deleted: true }
  | { readonly answers: AnswersFilter & { readonly templateId: string } };

/** Which assignments an action is about: chosen one by one, or all that a list shows. */
export type ChosenWork = { readonly ids: readonly string[] } | { readonly list: AssignmentFilters };

type Deps = Pick<FormsDeps, 'db' | 'clock' | 'directory'>;

/** Forms of a page that an index finds. */
const PAGE = 500;
/** A scan costs as much for few forms as for all of them, so there is only one. */
const SCANNED = MAX_ITEMS + 1;

/**
 * Returns the ids of the chosen forms, in the order of their list, as they are at this moment. Forms that are chosen one
 * by one are not looked up: whether the viewer sees them is found out when they are acted on.
 * @throws AppError `bulk-too-large`, and what the list itself refuses
 */
export async function chooseForms(
  deps: Deps,
  viewer: Viewer,
  chosen: ChosenForms,
): Promise<readonly string[]> {
  if ('ids' in chosen) return known(chosen.ids);
  if ('deleted' in chosen) return deletedForms(deps, viewer);
  if ('list' in chosen) return listed(deps, await readSelection(deps, viewer, chosen.list));
  const { templateId, ...filter } = chosen.answers;
  const { selection } = await askedAnswers(deps, viewer, templateId, filter);
  return listed(deps, { ...selection, order: DEFAULT_ORDER });
}

async function listed({ db }: Deps, selection: FormSelection): Promise<readonly string[]> {
  // A form that moves in the list meanwhile may be met again.
  const ids = new Set<string>();
  const size = isWhole(selection) ? PAGE : SCANNED;
  for (let start: PageStart = { offset: 0 }; ; ) {
    const rows = await selectListedForms(db, selection, start, size, 0);
    for (const { id } of rows) ids.add(id);
    requireFew(ids);
    const last = rows.at(-1);
    if (!last || rows.length < size) return [...ids];
    start = { after: positionOf(last, selection.order) };
    await letOthersIn();
  }
}

async function deletedForms({ db, directory }: Deps, viewer: Viewer): Promise<readonly string[]> {
  const restorable = await restorableBy(db.reader, directory, viewer);
  const ids = new Set<string>();
  for (let after: readonly [number, string] | undefined; ; ) {
    const rows = await listDeleted(db.reader, viewer.accountId, restorable, after, PAGE);
    for (const { id } of rows) ids.add(id);
    requireFew(ids);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return [...ids];
    after = [last.deleted_at, last.id];
    await letOthersIn();
  }
}

/**
 * Returns the ids of the chosen assignments, like {@link chooseForms}.
 * @throws AppError `bulk-too-large`, and what the list itself refuses
 */
export async function chooseWork(
  deps: Deps,
  viewer: Viewer,
  chosen: ChosenWork,
): Promise<readonly string[]> {
  if ('ids' in chosen) return known(chosen.ids);
  const found = await chooseAssignments(deps, viewer, chosen.list, SCANNED);
  const ids = found.map(({ id }) => id);
  requireFew(new Set(ids));
  return ids;
}

/** Ids may have any letter case, as everywhere. One that is no id stays, and is reported as not found. */
const known = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.map((id) => normaliseId(id) ?? id)),
];

function requireFew(ids: ReadonlySet<string>): void {
  if (ids.size <= MAX_ITEMS) return;
  const text = `More than ${MAX_ITEMS} match. Narrow the list with filters.`;
  throw fail('bulk-too-large', text, { extra: { limit: MAX_ITEMS } });
}
