import { readCounter } from '#db/counters.ts';
import type { Database, Reader } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { sumFormCounts } from '#templates/index.ts';
import { countOfStatus, readCounts } from './form-counts.store.ts';
import { unionAll } from './form-list.store.ts';
import {
  type FormSelection,
  isWhole,
  selectedForms,
  visibilityFor,
} from './form-selection.store.ts';
import { DEFAULT_ORDER } from './list-query.ts';
import {
  countSearch,
  frequentIn,
  isWholeSearch,
  type ListBounds,
  readByWords,
} from './long-lists.store.ts';
import type { VisibleRange } from './visibility.ts';

/** Returns the number of forms in a selection: counted ahead as far as possible, else now. */
export async function countForms(
  db: Database,
  selection: FormSelection,
  bounds?: ListBounds,
): Promise<number> {
  const { visibility } = selection;
  if (visibilityFor(selection) === 'all') {
    const stored = await countedAhead(db.reader, selection);
    if (stored !== undefined) return stored;
  }
  const frequent = await frequentIn(db, selection, bounds);
  if (frequent !== undefined && isWholeSearch(frequent)) return countSearch(db, frequent);
  if (frequent !== undefined) {
    const found = readByWords({ ...frequent, order: DEFAULT_ORDER });
    return countParts(db, selectedForms(db.reader, found));
  }
  // Without an order, the most selective index is used.
  const parts = selectedForms(db.reader, { ...selection, order: DEFAULT_ORDER });
  const first = visibility === 'all' ? undefined : visibility[0];
  // The forms of whole templates are counted ahead, and the other parts leave them out.
  if (selection.templateId === undefined && first !== undefined && isWholeRange(first)) {
    const stored = await countedAhead(db.reader, selection, first.ids);
    if (stored !== undefined) return stored + (await countParts(db, parts.slice(1)));
  }
  return countParts(db, parts);
}

/**
 * Returns the number of forms in a selection as it was counted ahead, whoever sees them; undefined if it was not.
 * @param templateIds whose forms are counted, when the selection names no template
 */
export async function countedAhead(
  db: Reader,
  { accountId, templateId, ...selection }: FormSelection,
  templateIds: readonly string[] | undefined = templateId === undefined ? undefined : [templateId],
): Promise<number | undefined> {
  const { status, conditions: { created, ...conditions } = {} } = selection;
  if (isWhole({ accountId, ...selection })) {
    return templateIds === undefined
      ? readCounter(db, accountId, 'forms')
      : sumFormCounts(db, accountId, templateIds);
  }
  if (!isWhole({ accountId, ...selection, conditions, status: undefined })) return undefined;
  const counts = await readCounts(db, { accountId, templateIds, created });
  return counts && countOfStatus(counts, status);
}

const isWholeRange = ({ column, people }: VisibleRange): boolean =>
  column === 'template_id' && people === undefined;

async function countParts(db: Database, parts: ReturnType<typeof selectedForms>): Promise<number> {
  const counts = parts.map((part) =>
    part
      .where((eb) => withinDeadline(db.reader, eb.ref('forms.id')))
      .select((eb) => eb.fn.countAll<number | string>().as('total')),
  );
  const rows = await db.scan<{ total: number | string }>(unionAll(counts));
  return rows.reduce((sum, { total }) => sum + Number(total), 0);
}
