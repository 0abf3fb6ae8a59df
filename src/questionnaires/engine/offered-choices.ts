import type { ChoiceItem, Question, QuestionSelectBase } from 'survey-core';
import type { JsonValue } from '#kernel/json.ts';

/** Returns what is chosen of the choices that conditions offer now. */
export function offered(question: QuestionSelectBase, value: JsonValue): JsonValue | undefined {
  if (!offersByConditions(question)) return value;
  const offers: unknown = question['filteredChoicesValue'];
  if (offeredBefore.has(question)) question['filteredChoicesValue'] = offeredBefore.get(question);
  const isOffered = (choice: JsonValue) => !question['hasUnknownValue'](choice, true, true);
  const isList = Array.isArray(value);
  const left = (isList ? value : [value]).filter(isOffered);
  question['filteredChoicesValue'] = offers;
  if (left.length === 0) return undefined;
  return isList ? left : value;
}

const conditional = new WeakMap<Question, boolean>();

export function offersByConditions(question: QuestionSelectBase): boolean {
  const { choicesVisibleIf, choices } = question;
  const found =
    conditional.get(question) ??
    (Boolean(choicesVisibleIf) || choices.some((each: ChoiceItem) => Boolean(each.visibleIf)));
  conditional.set(question, found);
  return found;
}

/** What the questions offer whose choices are being looked at: their list is empty then, and filled one by one. */
const offeredBefore = new Map<Question, unknown>();

/** Looks at the conditions of choices. For those that name their own question, it offers what it did before. */
export function lookingAtChoices<T>(look: () => T, question: QuestionSelectBase): T {
  offeredBefore.set(question, question['filteredChoicesValue']);
  try {
    return look();
  } finally {
    offeredBefore.delete(question);
  }
}
