import type { Question, SurveyModel } from 'survey-core';
import { innerQuestions } from './inner-questions.ts';

/** A question of a model, and where its answer stands: `visits[0].who`. */
interface Placed {
  readonly at: string;
  readonly question: Question;
}

interface Answer {
  readonly value: unknown;
  readonly comment: string;
}

/** What was taken away, by place. */
type Cleared = Map<string, Answer>;

export const isShown = (question: Question): boolean =>
  question.isVisible && question.isParentVisible;

/** All questions, those in rows after what they are in. */
function placedIn(model: SurveyModel): readonly Placed[] {
  const found: Placed[] = [];
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
 * Takes away the answers of questions that are not shown, and choices that are not offered. What goes counts as no answer
 * for the conditions of others, and comes back when what hid it was itself hidden: so the result is the same whatever
 * the order of the questions. Each round moves what depends on the round before; a chain of n conditions needs n of them.
 * @returns where nothing is shown: all of the form's own questions, and those in rows that had an answer
 */
export function clearHidden(model: SurveyModel): readonly string[] {
  const cleared: Cleared = new Map();
  const most = placedIn(model).length;
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

/** Until nothing moves any more. Conditions that hide each other in turn would move for ever: they are left as they were. */
function settle(model: SurveyModel, cleared: Cleared): void {
  const seen = new Set<string>();
  for (;;) {
    const state = JSON.stringify([...cleared.keys()].sort());
    const isGoingRound = seen.has(state);
    seen.add(state);
    const all = placedIn(model);
    const back = all.filter(({ at, question }) => isShown(question) && cleared.has(at));
    const going = isGoingRound ? [] : all.filter(({ question }) => isLeftOver(question));
    for (const placed of going) clear(placed, cleared);
    for (const placed of back) putBack(placed, cleared);
    if (isGoingRound || back.length + going.length === 0) return;
  }
}

/** One after the other; each round takes at least one away, unless an expression fills it in again. */
function clearInTurn(model: SurveyModel, cleared: Cleared): void {
  const most = placedIn(model).length;
  for (let round = 0; round <= most; round += 1) {
    let moved = false;
    for (const placed of placedIn(model)) {
      if (!isLeftOver(placed.question)) continue;
      clear(placed, cleared);
      moved = true;
    }
    if (!moved) return;
  }
}

const isLeftOver = (question: Question): boolean =>
  !isShown(question) && (!question.isEmpty() || commentOf(question) !== '');

/** Beside an answer, or as what "other" is. */
const commentOf = ({ comment }: Question): string => (typeof comment === 'string' ? comment : '');

function putBack({ at, question }: Placed, cleared: Cleared): void {
  const answer = cleared.get(at);
  cleared.delete(at);
  if (answer === undefined) return;
  question.value = answer.value;
  if (answer.comment !== '') question.comment = answer.comment;
}

function clear({ at, question }: Placed, cleared: Cleared): void {
  // Lists of the engine have functions of their own.
  const value: unknown = JSON.parse(JSON.stringify(question.value ?? null));
  cleared.set(at, { value, comment: commentOf(question) });
  question.clearValue();
  if (commentOf(question) !== '') question.comment = '';
}
