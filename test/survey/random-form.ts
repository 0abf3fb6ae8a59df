// Random forms whose conditions, calculations and validators depend on each other in any order, and what people do.
import {
  type Question,
  QuestionMatrixDropdownModel,
  QuestionMatrixDynamicModel,
  QuestionPanelDynamicModel,
  type SurveyModel,
} from 'survey-core';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { isShown } from '#questionnaires/engine/hidden-is-empty.ts';
import { innerQuestions } from '#questionnaires/engine/inner-questions.ts';

/** Random choices that a seed repeats (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from 0 to below the limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  once(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }

  shuffled<T>(list: readonly T[]): readonly T[] {
    return list
      .map((each) => ({ each, rank: this.below(1_000_000) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ each }) => each);
  }
}

type RowsKind = 'table' | 'checks' | 'entries';
type Kind = 'text' | 'number' | 'boolean' | 'many' | 'calculation' | RowsKind;

/** Something that a condition can name. */
interface Named {
  readonly name: string;
  readonly kind: Kind;
  /** What the rows or entries have, by their own names. */
  readonly inner: readonly Named[];
}

const SIMPLE = ['text', 'number', 'boolean', 'calculation'] as const;
const KINDS = [...SIMPLE, ...SIMPLE, 'many', 'table', 'checks', 'entries'] as const;

/** The end of the names of tables whose rows the form gives. */
export const FIXED = '_fixed';
const ROWS = ['a', 'b'] as const;

/**
 * Returns a form of some pages, three of four with a few questions: most faults need no more, and ten of these are tried
 * while a long one is. Its conditions name each other without circles, in an order that is not the one of the form,
 * unless circles are asked for.
 */
export function randomForm(dice: Dice, { circles = false } = {}): JsonObject {
  const known: Named[] = [];
  const later: Named[] = circles
    ? ['q0', 'q1', 'q2', 'q3'].map((name) => ({ name, kind: 'text', inner: [] }))
    : [];
  const scope = { dice, known, later };
  let count = 0;
  const question = () => {
    const made = randomQuestion(scope, `q${count++}`);
    known.push(made.named);
    return made.element;
  };
  const isShort = !dice.once(4);
  const several = (least: number, make: () => JsonObject) =>
    dice.shuffled(Array.from({ length: least + dice.below(2) }, make));
  const panel = (): JsonObject => ({
    type: 'panel',
    name: `panel${count}`,
    ...maybe(scope, 'visibleIf', 2),
    ...maybe(scope, 'requiredIf', 6),
    elements: several(1, question),
  });
  const element = () => (dice.once(4) ? panel() : question());
  const page = (): JsonObject => ({
    name: `page${count}`,
    ...maybe(scope, 'visibleIf', 2),
    elements: several(isShort ? 1 : 1 + dice.below(2), element),
  });
  return { pages: several(isShort ? 1 : 2, page) };
}

interface Scope {
  readonly dice: Dice;
  readonly known: readonly Named[];
  /** What a condition may name although it comes later. */
  readonly later: readonly Named[];
}

function randomQuestion(scope: Scope, name: string): { named: Named; element: JsonObject } {
  const { dice } = scope;
  const kind: Kind = dice.pick(KINDS);
  if (kind === 'checks') return randomRows(scope, `${name}${FIXED}`, kind);
  if (kind === 'table' || kind === 'entries') return randomRows(scope, name, kind);
  const element = { ...simple(scope, kind), ...startingValue(scope, kind), name };
  return { named: { name, kind, inner: [] }, element: { ...element, ...conditions(scope) } };
}

/** What the question has until somebody answers it. */
const startingValue = (scope: Scope, kind: Kind): JsonObject =>
  kind !== 'calculation' && kind !== 'many' && scope.dice.once(8)
    ? { defaultValueExpression: kind === 'boolean' ? condition(scope) : calculation(scope) }
    : {};

const conditions = (scope: Scope): JsonObject => ({
  ...maybe(scope, 'visibleIf', 2),
  ...(scope.dice.once(4) ? { isRequired: true } : maybe(scope, 'requiredIf', 5)),
  ...maybe(scope, 'enableIf', 8),
});

function simple(scope: Scope, kind: Kind): JsonObject {
  const { dice } = scope;
  const validators: JsonObject = dice.once(8)
    ? { validators: [{ type: 'expression', expression: condition(scope) }] }
    : {};
  switch (kind) {
    case 'number':
      return { type: 'text', inputType: 'number', ...validators };
    case 'boolean':
      return { type: 'boolean', ...validators };
    case 'many':
      return { type: 'checkbox', choices: choices(scope), ...validators };
    case 'calculation':
      return { type: 'expression', expression: calculation(scope) };
    default:
      return { type: 'text', ...validators };
  }
}

/** Choices of which some are offered by a condition. */
const choices = (scope: Scope): readonly JsonValue[] =>
  ['x', 'y', 'z'].map((value) => {
    const offered = maybe(scope, 'visibleIf', 3);
    return 'visibleIf' in offered ? { value, ...offered } : value;
  });

function randomRows(scope: Scope, name: string, kind: RowsKind) {
  const { dice, known } = scope;
  const prefix = kind === 'entries' ? 'panel' : 'row';
  const inner: Named[] = [];
  const elements = Array.from({ length: 1 + dice.below(2) }, (_, i) => {
    const beside = inner.map((each) => ({ ...each, name: `${prefix}.${each.name}` }));
    const own = { ...scope, known: [...known, ...beside, ...beside] };
    const innerKind = dice.pick(SIMPLE);
    inner.push({ name: `${name}i${i}`, kind: innerKind, inner: [] });
    const { type, ...rest } = simple(own, innerKind);
    const typed: JsonObject =
      kind !== 'entries'
        ? {
            cellType: type ?? 'text',
            // Not of its row: the totals of a row may depend on each other, in no order.
            ...(dice.once(6) ? { totalExpression: calculation(scope) } : {}),
          }
        : { type: type ?? 'text' };
    return { ...typed, ...rest, name: `${name}i${i}`, ...conditions(own) };
  });
  const element: JsonObject =
    kind !== 'entries'
      ? { ...RANDOM_TABLE[kind], columns: dice.shuffled(elements) }
      : {
          type: 'paneldynamic',
          panelCount: 0,
          templateElements: dice.shuffled(elements),
          ...maybe(scope, 'templateVisibleIf', 4),
          // Few entries: a hundred of them would cost a history more than a hundred others.
          ...(known.length > 0 && dice.once(4)
            ? { panelCountExpression: `iif(${condition(scope)}, ${dice.below(3)}, 1)` }
            : {}),
        };
  return { named: { name, kind, inner }, element: { ...element, name, ...conditions(scope) } };
}

const RANDOM_TABLE = {
  table: { type: 'matrixdynamic', rowCount: 0 },
  checks: { type: 'matrixdropdown', rows: ROWS },
} as const;

const maybe = (scope: Scope, property: string, inTimes: number): JsonObject =>
  scope.known.length > 0 && scope.dice.once(inTimes) ? { [property]: condition(scope) } : {};

function condition(scope: Scope): string {
  const { dice } = scope;
  const first = comparison(scope);
  return dice.once(3) ? `${first} ${dice.pick(['and', 'or'])} ${comparison(scope)}` : first;
}

function named({ dice, known, later }: Scope): Named {
  const [first, ...rest] = [...known, ...later];
  return first === undefined
    ? { name: 'nothing', kind: 'text', inner: [] }
    : dice.pick([first, ...rest]);
}

function comparison(scope: Scope): string {
  const { dice } = scope;
  const { name, kind, inner } = named(scope);
  const ask = `{${name}}`;
  const [part] = inner;
  switch (kind) {
    case 'number':
    case 'calculation':
      return dice.pick([
        `${ask} > 1`,
        `${ask} = 1`,
        `${ask} empty`,
        `${ask} notempty`,
        `${ask} < 3`,
      ]);
    case 'boolean':
      return dice.pick([`${ask} = true`, `${ask} = false`, `${ask} notempty`]);
    case 'many':
      return dice.pick([
        `${ask} contains 'x'`,
        `${ask} empty`,
        `{${name}.length} > 1`,
        `{${name}[0]} = 'y'`,
      ]);
    case 'checks':
      return dice.pick([
        `${ask} notempty`,
        `{${name}.${dice.pick(ROWS)}.${part?.name}} notempty`,
        `sumInArray(${ask}, '${part?.name}') > 1`,
        `countInArray(${ask}, '${part?.name}') = 1`,
      ]);
    case 'table':
    case 'entries':
      return dice.pick([
        `{${name}.length} > 0`,
        `${ask} notempty`,
        `{${name}[0].${part?.name}} notempty`,
        `sumInArray(${ask}, '${part?.name}') > 1`,
        `countInArray(${ask}, '${part?.name}') = 1`,
      ]);
    default:
      return dice.pick([`${ask} = 'x'`, `${ask} <> 'x'`, `${ask} empty`, `${ask} notempty`]);
  }
}

function calculation(asked: Scope): string {
  const { dice } = asked;
  // In a circle it could grow for ever, and there is no value that two could agree on.
  const scope = { ...asked, later: [] };
  const { name, kind, inner } = named(scope);
  const [part] = inner;
  if (part !== undefined) {
    const count = `countInArray({${name}}, '${part.name}') * 2`;
    return dice.pick([
      `sumInArray({${name}}, '${part.name}')`,
      count,
      kind === 'checks' ? count : `{${name}.length}`,
    ]);
  }
  if (kind === 'text')
    return dice.pick([`{${name}} + 'x'`, `iif(${condition(scope)}, {${name}}, 'none')`]);
  return dice.pick([
    `{${name}} + 1`,
    `{${name}} * {${named(scope).name}}`,
    `iif(${condition(scope)}, 1, 2)`,
    `iif(${condition(scope)}, {${name}}, 0)`,
  ]);
}

/** Does what a person may do to a form, or what comes from another device of theirs while they look at it. */
export function randomStep(dice: Dice, model: SurveyModel): void {
  const all = model.getAllQuestions().filter((each) => each.getType() !== 'expression');
  const [first, ...rest] = all;
  if (first === undefined) return;
  const question = dice.pick([first, ...rest]);
  const rows = rowsOf(question);
  if (!isShown(question)) {
    const isPlain = rows === undefined && !(question instanceof QuestionMatrixDropdownModel);
    if (isPlain) model.setValue(question.name, valueFor(dice, question));
  } else if (question instanceof QuestionMatrixDropdownModel) answerWithin(dice, question);
  else if (rows === undefined) question.value = valueFor(dice, question);
  else if (rows.count === 0 || (rows.count < 3 && dice.once(3))) rows.add();
  else if (dice.once(6)) rows.remove(dice.below(rows.count));
  else answerWithin(dice, question);
}

function rowsOf(question: Question) {
  if (question instanceof QuestionMatrixDynamicModel) {
    return {
      count: question.rowCount,
      add: () => question.addRow(),
      remove: (row: number) => question.removeRow(row),
    };
  }
  if (!(question instanceof QuestionPanelDynamicModel)) return undefined;
  return {
    count: question.panelCount,
    add: () => question.addPanel(),
    remove: (entry: number) => {
      // The page has no button for it.
      if (question.canRemovePanel) question.removePanel(entry);
    },
  };
}

function answerWithin(dice: Dice, question: Question): void {
  const all = innerQuestions(question)
    .flat()
    .map((inner) => inner.question);
  const [first, ...rest] = all.filter((each) => each.getType() !== 'expression' && isShown(each));
  if (first === undefined) return;
  const inner = dice.pick([first, ...rest]);
  inner.value = valueFor(dice, inner);
}

function valueFor(dice: Dice, question: Question): JsonValue | undefined {
  if (dice.once(6)) return undefined;
  if (question.getType() === 'boolean') return dice.once(2);
  if (question.getType() === 'checkbox')
    return dice.pick([['x'], ['y'], ['x', 'y'], ['y', 'x', 'z']]);
  return question['inputType'] === 'number' ? dice.below(4) : dice.pick(['x', 'y']);
}
