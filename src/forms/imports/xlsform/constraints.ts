import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { targetFor } from './form-scope.ts';
import { defined, type FormWriter } from './form-writer.ts';
import { type Expression, parseExpression } from './parse-expression.ts';
import type { SurveyItem } from './survey-tree.ts';

/** Returns the properties that check an answer: bounds where the constraint is one, else a rule. */
export function writeConstraint(writer: FormWriter, item: SurveyItem, own: JsonObject): JsonObject {
  const text = item.row.get('constraint');
  const name = writer.names.get(item);
  if (text === '' || name === undefined) return {};
  const message = writer.textOf(item, 'constraint_message');
  const isNumber = own['inputType'] === 'number';
  const bounds = isNumber ? boundsIn(parseExpression(text)) : undefined;
  if (bounds !== undefined) return withMessages(bounds, own, message);
  const self = targetFor(writer.names, item, item, item.spelled);
  const expression = writer.expressionIn(item, 'constraint', { self });
  if (expression === undefined) return {};
  const rule = defined({
    type: 'expression',
    // Nothing is checked before there is an answer.
    expression: `${self.spelled} empty or (${expression})`,
    text: message,
  });
  return { validators: [rule] };
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Returns the bounds of a constraint that sets nothing else, such as `. >= 0 and . <= 120`. */
function boundsIn(expression: Expression | undefined): Bounds | undefined {
  if (expression?.kind !== 'binary') return undefined;
  const { operator, left, right } = expression;
  if (operator === 'and') {
    const [a, b] = [boundsIn(left), boundsIn(right)];
    return a === undefined || b === undefined ? undefined : narrowest(a, b);
  }
  if (left.kind !== 'self' || right.kind !== 'number') return undefined;
  if (operator === '>=') return { min: right.value };
  return operator === '<=' ? { max: right.value } : undefined;
}

function narrowest(a: Bounds, b: Bounds): Bounds {
  const mins = [a.min, b.min].filter((each) => each !== undefined);
  const maxs = [a.max, b.max].filter((each) => each !== undefined);
  return {
    ...(mins.length > 0 && { min: Math.max(...mins) }),
    ...(maxs.length > 0 && { max: Math.min(...maxs) }),
  };
}

/** The bounds of a range stay where they are narrower. */
function withMessages(
  { min, max }: Bounds,
  own: JsonObject,
  message: JsonValue | undefined,
): JsonObject {
  const { min: least, max: most } = own;
  const low = min !== undefined && !(typeof least === 'number' && least > min);
  const high = max !== undefined && !(typeof most === 'number' && most < max);
  return defined({
    min: low ? min : undefined,
    max: high ? max : undefined,
    minErrorText: low ? message : undefined,
    maxErrorText: high ? message : undefined,
  });
}
