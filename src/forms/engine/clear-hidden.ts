import type { Question, SurveyModel } from 'survey-core';
import { innerQuestions } from './inner-questions.ts';

/** A question of a model, and the path of its answer, such as `visits[0].who`. */
interface LocatedQuestion {
  readonly at: string;
  readonly question: Question;
}

interface Answer {
  readonly value: unknown;
  readonly comment: string;
}

/** The cleared answers by path. */
type Cleared = Map<string, Answer>;

export const isShown = (question: Question): boolean =>
  question.isVisible && question.isParentVisible;

/** Returns all questions. Those in rows come after the question that contains the rows. */
function questionsIn(model: SurveyModel): readonly LocatedQuestion[] {
  const found: LocatedQuestion[] = [];
  const add = (question: Question, at: string): void => {
    found.push({ at, question });
    for (const [i, row] of innerQuestions(question).entries()) {
      for (const inner of row) add(inner.question, `${at}[${i}].${inner.name}`);
    }
  };
  for (const question of model.getAllQuestions(false, false, false)) add(question, question.name);
  return found;
}

/**
 * Clears the answers of questions that are not shown, and choices that are not offered. Conditions of other questions
 * treat a cleared answer as missing, and it is restored when the question is shown again: the result does not depend on
 * the order of the questions. Each round applies the effects of the one before; a chain of n conditions needs n.
 * @returns the paths of all hidden questions of the form itself, and of hidden questions in rows that had an answer
 */
export function clearHidden(model: SurveyModel): readonly string[] {
  const cleared: Cleared = new Map();
  const most = questionsIn(model).length;
  for (let round = 0; round <= most; round += 1) {
    settle(model, cleared);
    const before = JSON.stringify(model.data);
    model.clearIncorrectValues(true);
    if (JSON.stringify(model.data) === before) break;
  }
  clearInTurn(model, cleared);
  const own = model
    .getAllQuestions(false, false, false)
    .filter((question) => !isShown(question))
    .map(({ name }) => name);
  return [...new Set([...own, ...cleared.keys()])];
}

/**
 * Clears and restores answers until nothing changes. Conditions that hide each other would never settle: once a state
 * repeats, the answers of shown questions are restored and the rest stays.
 */
function settle(model: SurveyModel, cleared: Cleared): void {
  const seen = new Set<string>();
  for (;;) {
    const state = JSON.stringify([...cleared.keys()].sort());
    const isRepeated = seen.has(state);
    seen.add(state);
    const all = questionsIn(model);
    const toRestore = all.filter(({ at, question }) => isShown(question) && cleared.has(at));
    const toClear = isRepeated ? [] : all.filter(({ question }) => isLeftOver(question));
    for (const located of toClear) clear(located, cleared);
    for (const located of toRestore) restore(located, cleared);
    if (isRepeated || toRestore.length + toClear.length === 0) return;
  }
}

/** Clears hidden answers one by one. Each round clears at least one, unless an expression fills it in again. */
function clearInTurn(model: SurveyModel, cleared: Cleared): void {
  const most = questionsIn(model).length;
  for (let round = 0; round <= most; round += 1) {
    let moved = false;
    for (const located of questionsIn(model)) {
      if (!isLeftOver(located.question)) continue;
      clear(located, cleared);
      moved = true;
    }
    if (!moved) return;
  }
}

const isLeftOver = (question: Question): boolean =>
  !isShown(question) && (!question.isEmpty() || commentOf(question) !== '');

/** The comment on an answer, or the text for "other". */
const commentOf = ({ comment }: Question): string => (typeof comment === 'string' ? comment : '');

function restore({ at, question }: LocatedQuestion, cleared: Cleared): void {
  const answer = cleared.get(at);
  cleared.delete(at);
  if (answer === undefined) return;
  question.value = answer.value;
  if (answer.comment !== '') question.comment = answer.comment;
}

function clear({ at, question }: LocatedQuestion, cleared: Cleared): void {
  // Lists of the engine have methods of their own, which this copy removes.
  const value: unknown = JSON.parse(JSON.stringify(question.value ?? null));
  cleared.set(at, { value, comment: commentOf(question) });
  question.clearValue();
  if (commentOf(question) !== '') question.comment = '';
}
