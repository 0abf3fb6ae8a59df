import type { JsonObject } from '#kernel/json.ts';
import type { ListChoice } from './choices.ts';
import { defined, type FormWriter } from './form-writer.ts';
import { type Expression, parseExpression } from './parse-expression.ts';
import type { SurveyItem } from './survey-tree.ts';
import { translate } from './translate.ts';
import { Untranslatable } from './written.ts';

/** More choices than these make a dropdown, which can be searched. */
const MANY = 15;

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
    choicesOrder: /\brandomize\s*=\s*true\b/i.test(item.row.get('parameters'))
      ? 'random'
      : undefined,
  });
}

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
    return defined({ value, text: text === undefined ? undefined : text, visibleIf });
  });
}

/** Returns a function for the condition of a choice; undefined, and noted, when there is none or it cannot be had. */
function filterOf(
  writer: FormWriter,
  item: SurveyItem,
): ((choice: ListChoice) => string | undefined) | undefined {
  const text = item.row.get('choice_filter');
  if (text === '') return undefined;
  const parsed = parseExpression(text);
  if (parsed === undefined) {
    writer.note(item, 'unreadableExpression', { column: 'choice_filter', expression: text });
    return undefined;
  }
  const conditionOf = (choice: ListChoice): string | undefined => {
    const columns = (name: string) => (name === 'name' ? choice.value : choice.row.get(name));
    const folded = foldConstants(parsed, columns);
    if (folded === true) return undefined;
    return folded === false ? 'false' : translate(folded, writer.scopeOf(item, { columns }));
  };
  try {
    // Each choice has the same references, so the first one shows whether they can be had.
    const [first] = writer.lists.get(item.list) ?? [];
    if (first !== undefined) conditionOf(first);
    translate(parsed, writer.scopeOf(item, { columns: () => '' }));
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    writer.note(item, error.why, { column: 'choice_filter', what: error.what });
    return undefined;
  }
  return conditionOf;
}

/** Decides comparisons of a column with a constant, which are the same whatever people answer. */
function foldConstants(
  expression: Expression,
  columns: (name: string) => string,
): Expression | boolean {
  if (expression.kind !== 'binary') return expression;
  const { operator, left, right } = expression;
  if (operator === '=' || operator === '!=') {
    const [a, b] = [constantOf(left, columns), constantOf(right, columns)];
    if (a === undefined || b === undefined) return expression;
    return (a === b) === (operator === '=');
  }
  if (operator !== 'and' && operator !== 'or') return expression;
  const [a, b] = [foldConstants(left, columns), foldConstants(right, columns)];
  const decides = operator === 'or';
  if (a === decides || b === decides) return decides;
  if (typeof a === 'boolean') return b;
  return typeof b === 'boolean' ? a : { kind: 'binary', operator, left: a, right: b };
}

function constantOf(expression: Expression, columns: (name: string) => string): string | undefined {
  switch (expression.kind) {
    case 'column':
      return columns(expression.name);
    case 'text':
      return expression.value;
    case 'number':
      return String(expression.value);
    default:
      return undefined;
  }
}
