import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { targetFor } from './form-scope.ts';
import { defined, type FormWriter } from './form-writer.ts';
import type { Expression } from './parse-expression.ts';
import { shapeOfRegex } from './regex-shape.ts';
import type { SurveyItem } from './survey-tree.ts';

/** Returns the properties that check an answer: bounds, presets and masks where the constraint is one, else a rule. */
export function writeConstraint(writer: FormWriter, item: SurveyItem, own: JsonObject): JsonObject {
  const parsed = writer.parsedIn(item, 'constraint');
  if (parsed === undefined || !writer.names.has(item)) return {};
  const message = writer.textOf(item, 'constraint_message');
  const found = partsOf(writer, item, own, parsed);
  const validators = [...found.lengths, ...ruleOf(writer, item, found.rest, message)].map((rule) =>
    defined({ ...rule, text: message }),
  );
  const hasPattern = Object.keys(found.pattern).length > 0;
  return defined({
    ...withMessages(found.bounds, own, message),
    ...found.pattern,
    patternErrorText: hasPattern ? message : undefined,
    validators: validators.length > 0 ? validators : undefined,
  });
}

/** Returns the rule for what no property of the field checks. */
function ruleOf(
  writer: FormWriter,
  item: SurveyItem,
  rest: readonly Expression[],
  message: JsonValue | undefined,
): readonly JsonObject[] {
  const [first, ...more] = rest;
  if (first === undefined) return [];
  const whole = more.reduce<Expression>(
    (left, right) => ({ kind: 'binary', operator: 'and', left, right }),
    first,
  );
  const self = targetFor(writer, item, item, item.spelled);
  const expression = writer.conditionOf(item, 'constraint', whole, { self });
  if (expression === undefined || expression === 'true') return [];
  if (message === undefined) writer.note(item, 'noMessage');
  // Nothing is checked before there is an answer.
  return [{ type: 'expression', expression: `${self.spelled} empty or (${expression})` }];
}

interface Parts {
  readonly bounds: Bounds;
  readonly pattern: JsonObject;
  readonly lengths: readonly JsonObject[];
  /** What only an expression can check. */
  readonly rest: readonly Expression[];
}

/** Sorts the parts of a constraint, all of which have to hold. */
function partsOf(
  writer: FormWriter,
  item: SurveyItem,
  own: JsonObject,
  constraint: Expression,
): Parts {
  let parts: Parts = { bounds: {}, pattern: {}, lengths: [], rest: [] };
  for (const each of conjunctsOf(constraint)) {
    const bounds = own['inputType'] === 'number' ? boundsIn(each) : undefined;
    const regex = regexIn(each);
    if (bounds) parts = { ...parts, bounds: narrowest(parts.bounds, bounds) };
    else if (regex === undefined) parts = { ...parts, rest: [...parts.rest, each] };
    else parts = withRegex(writer, item, own, { parts, regex });
  }
  return parts;
}

/** Returns the parts with what a regular expression asks for, or notes that it cannot be had. */
function withRegex(
  writer: FormWriter,
  item: SurveyItem,
  own: JsonObject,
  { parts, regex }: { readonly parts: Parts; readonly regex: string },
): Parts {
  const { preset, mask, minLength, maxLength, isWider } = shapeOfRegex(regex) ?? {};
  if (preset === 'digits' && item.type === 'integer') {
    const bounds = narrowest(parts.bounds, { min: 0 });
    return { ...parts, bounds, rest: [...parts.rest, ...lengthsOf(minLength, maxLength)] };
  }
  const isText = own['type'] === 'text' && own['inputType'] === undefined;
  const pattern = defined({ preset, mask });
  const isKnown = isWider !== undefined && isText;
  // A field has one preset and one mask.
  if (!isKnown || Object.keys(pattern).some((each) => Object.hasOwn(parts.pattern, each))) {
    writer.note(item, 'pattern', { column: 'constraint', what: 'regex()' });
    return parts;
  }
  if (isWider) writer.note(item, 'widerPattern', { pattern: regex });
  const length = defined({ type: 'text', minLength, maxLength });
  const hasLength = minLength !== undefined || maxLength !== undefined;
  return {
    ...parts,
    pattern: { ...parts.pattern, ...pattern },
    lengths: hasLength ? [...parts.lengths, length] : parts.lengths,
  };
}

const conjunctsOf = (expression: Expression): readonly Expression[] =>
  expression.kind === 'binary' && expression.operator === 'and'
    ? [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)]
    : [expression];

/** Returns the regular expression of `regex(., '…')`. */
function regexIn(expression: Expression): string | undefined {
  if (expression.kind !== 'call' || expression.name !== 'regex') return undefined;
  const [self, source] = expression.args;
  return self?.kind === 'self' && source?.kind === 'text' ? source.value : undefined;
}

/** Returns conditions for the number of digits. */
const lengthsOf = (least: number | undefined, most: number | undefined): readonly Expression[] => {
  const left: Expression = { kind: 'call', name: 'string-length', args: [{ kind: 'self' }] };
  const limit = (operator: '=' | '>=' | '<=', value: number | undefined): readonly Expression[] =>
    value === undefined
      ? []
      : [{ kind: 'binary', operator, left, right: { kind: 'number', value } }];
  return least === most ? limit('=', least) : [...limit('>=', least), ...limit('<=', most)];
};

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Returns the bound that a comparison such as `. >= 0` sets. */
function boundsIn(expression: Expression): Bounds | undefined {
  if (expression.kind !== 'binary') return undefined;
  const { operator, left, right } = expression;
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
