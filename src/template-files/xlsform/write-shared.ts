// The field of a question whose choices became a shared list.
import type { JsonObject } from '#kernel/json.ts';
import type { FormWriter } from './form-writer.ts';
import { isRandom } from './selects.ts';
import { equalityIn, type SharedChoices } from './shared-lists.ts';
import type { SurveyItem } from './survey-tree.ts';
import { Untranslatable } from './written.ts';

/** Returns the properties of a choice from a shared list, and notes what it lacks. */
export function writeShared(
  writer: FormWriter,
  item: SurveyItem,
  { id, columns }: SharedChoices,
): JsonObject {
  const { list, hasOther } = item;
  writer.note(item, 'listMade', { list, count: writer.lists.get(list)?.length ?? 0 });
  if (hasOther) writer.note(item, 'listOther');
  if (isRandom(item)) writer.note(item, 'parameter', { parameter: 'randomize' });
  return { type: 'sharedlist', list: id, ...filterOf(writer, item, columns) };
}

function filterOf(
  writer: FormWriter,
  item: SurveyItem,
  columns: SharedChoices['columns'],
): JsonObject {
  const parsed = writer.parsedIn(item, 'choice_filter');
  if (parsed === undefined) return {};
  const equality = equalityIn(parsed);
  const filterColumn = equality && columns.get(equality.column);
  const filterField = equality && fieldBeside(writer, item, equality.field);
  if (filterColumn !== undefined && filterField !== undefined) return { filterColumn, filterField };
  writer.note(item, 'listFilter', { expression: item.row.get('choice_filter') });
  return {};
}

/** Returns the name of a field with one text, in the same entry or outside of all; undefined for any other field. */
function fieldBeside(writer: FormWriter, item: SurveyItem, name: string): string | undefined {
  try {
    const { spelled, type, list } = writer.scopeOf(item).field(name);
    if (list !== undefined || (type !== 'choice' && type !== 'text')) return undefined;
    return /^\{(?:panel\.)?([^{}.]+)\}$/.exec(spelled)?.[1];
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}
