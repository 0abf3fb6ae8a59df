import type { JsonObject } from '#kernel/json.ts';
import type { ListChoice } from './choices.ts';
import { defined, type FormWriter } from './form-writer.ts';
import { MANY } from './shared-lists.ts';
import type { SurveyItem } from './survey-tree.ts';
import { translateCondition } from './translate.ts';

const IN_A_LIST = /\b(?:minimal|autocomplete|search|compact|quick)\b/i;

/** Returns the properties of a question with choices. */
export function writeSelect(writer: FormWriter, item: SurveyItem): JsonObject {
  const listed = writer.lists.get(item.list) ?? [];
  const appearance = item.row.get('appearance');
  const type =
    item.type === 'select_multiple'
      ? 'checkbox'
      : listed.length > MANY || IN_A_LIST.test(appearance)
        ? 'dropdown'
        : 'radiogroup';
  const hasOther = item.hasOther && !listed.some(({ value }) => value === 'other');
  return defined({
    type,
    choices: choicesOf(writer, item, listed),
    showOtherItem: hasOther ? true : undefined,
    choicesOrder: isRandom(item) ? 'random' : undefined,
  });
}

export const isRandom = ({ row }: SurveyItem): boolean =>
  /\brandomize\s*=\s*true\b/i.test(row.get('parameters'));

export function choicesOf(
  writer: FormWriter,
  item: SurveyItem,
  listed: readonly ListChoice[],
): JsonObject[string] {
  const filter = filterOf(writer, item);
  return listed.map((choice) => {
    const { value, text } = choice;
    const visibleIf = filter?.(choice);
    if (visibleIf === undefined && (text === undefined || text === value)) return value;
    return defined({ value, text, visibleIf });
  });
}

/** Returns a function for the condition of a choice; undefined, and noted, when there is none or it cannot be had. */
function filterOf(
  writer: FormWriter,
  item: SurveyItem,
): ((choice: ListChoice) => string | undefined) | undefined {
  const parsed = writer.parsedIn(item, 'choice_filter');
  // Each choice has the same references, so one without columns shows whether they can be had.
  const columns = () => '';
  if (!parsed || writer.conditionOf(item, 'choice_filter', parsed, { columns }) === undefined) {
    return undefined;
  }
  return ({ value, row }) => {
    const columnsOf = (name: string) => (name === 'name' ? value : row.get(name));
    const found = translateCondition(parsed, writer.scopeOf(item, { columns: columnsOf }));
    return found === 'true' ? undefined : found;
  };
}
