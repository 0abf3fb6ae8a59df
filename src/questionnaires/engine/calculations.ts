import {
  ExpressionRunner,
  ProcessValue,
  type Question,
  QuestionExpressionModel,
  QuestionPanelDynamicItem,
  Serializer,
  SurveyModel,
} from 'survey-core';
import { isObject } from '#kernel/json.ts';
import { around } from './around.ts';

/** Patches the engine's calculations. Called once, before a model is made. */
export function patchCalculations(): void {
  const { prototype } = QuestionExpressionModel;
  calculateWhileLocked(prototype);
  calculateOutOfSight(prototype);
  around(prototype, 'roundValue', (call) => resultOf(call()));
  around(prototype, 'setPropertyValue', (call, self, [name, value]) => {
    // The engine takes 0, false and nothing after a list for an empty list.
    const isAfterList = name === 'value' && !value && self instanceof QuestionExpressionModel;
    if (isAfterList && Array.isArray(self.value)) self['clearPropertyValue']('value');
    call();
  });
  around(prototype, 'runConditionCore', (call, self) => {
    call();
    // It may have been made of nothing before, and be 0 all the same.
    if (self instanceof QuestionExpressionModel && self.value === 0) self['updateFormatedValue']();
  });
  // For the engine, 0 is false in an entry, and 1 is '1': it would keep the first of them.
  around(QuestionPanelDynamicItem.prototype, 'isValueChanged', (call, self, [name, value]) => {
    if (call() === true) return true;
    if (!(self instanceof QuestionPanelDynamicItem) || typeof name !== 'string') return false;
    return typeof self.getValue(name) !== typeof value;
  });
  around(prototype, 'getDisplayValueCore', (call, self) =>
    self instanceof QuestionExpressionModel && isOfNothing(self) ? '' : call(),
  );
}

/**
 * Leaves out calculations that nobody sees while filling in: the engine gives them no room, and skips a page that has
 * nothing else. Their values count all the same.
 */
function calculateOutOfSight(prototype: QuestionExpressionModel): void {
  Serializer.addProperty('expression', 'hideWhileFilling:boolean');
  around(prototype, 'isVisibleCore', (call, self) =>
    self instanceof QuestionExpressionModel && isOutOfSight(self) ? false : call(),
  );
}

/** Returns whether a question is a calculation that nobody sees while filling in. */
export const isOutOfSight = (question: Question): boolean => question['hideWhileFilling'] === true;

/**
 * Makes calculations run while a condition locks them: the engine keeps the value of before, which another device has
 * not. In a form that is only read they stay as they were stored.
 */
function calculateWhileLocked(prototype: QuestionExpressionModel): void {
  const own = Reflect.getOwnPropertyDescriptor(prototype, 'runIfReadOnly');
  Object.defineProperty(prototype, 'runIfReadOnly', {
    ...own,
    get(this: QuestionExpressionModel): boolean {
      const { survey } = this;
      const isFilledIn = survey instanceof SurveyModel && !survey.isDisplayMode;
      return isFilledIn || own?.get?.call(this) === true;
    },
  });
}

/**
 * Returns the result of a calculation as it is kept. What is no number is no value: for the engine, it would be another
 * one each time, and calculated again and again. A list is copied, because the engine would empty the answer it is from.
 */
function resultOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  // A question whose choices were taken back holds an empty list; one that was never answered holds nothing.
  if (Array.isArray(value) && value.length === 0) return undefined;
  const isCopied = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isCopied ? JSON.parse(JSON.stringify(value)) : value;
}

/**
 * Returns whether a calculation is 0 only because none of the answers that it names is there: the engine takes an empty
 * answer for 0. Such a calculation has no value where people and programs read it. A count is 0 of nothing, and so may be
 * what an author wrote for one of two cases.
 */
export function isOfNothing(question: QuestionExpressionModel): boolean {
  const { expression, survey } = question;
  if (question.value !== 0 || !expression || MEANT_ZERO.test(expression)) return false;
  // A form that is only read shows what was stored.
  if (survey instanceof SurveyModel && survey.isDisplayMode) return false;
  const names = new ExpressionRunner(expression).getVariables();
  const answers = new ProcessValue(question.getValueGetterContext());
  const parts = [...expression.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, a, b]) => a ?? b ?? '');
  return names.length > 0 && names.every((name) => isNothing(answers.getValue(name), parts));
}

const MEANT_ZERO = /\b(count(InArray)?|iif|listLength|textLength)\s*\(|\.length\b/i;

/** @param parts the names of the columns that an expression may be about; of none, it is about all */
function isNothing(value: unknown, parts: readonly string[]): boolean {
  if (Array.isArray(value)) return value.every((each) => isNothing(each, parts));
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === null || value === '';
  const all = Object.entries(value);
  const named = all.filter(([name]) => parts.includes(name));
  // The engine has a table with fixed rows by their names.
  const isOfRows = named.length === 0 && all.every(([, each]) => isObject(each));
  return (parts.length > 0 && !isOfRows ? named : all).every(([, each]) =>
    isNothing(each, isOfRows ? parts : []),
  );
}
