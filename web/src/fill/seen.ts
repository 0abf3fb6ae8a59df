// Which questions somebody had before their eyes: what a condition shows on a part that was left behind,
// and what a table of contents leaps over, is easily completed unseen.
import type { Model, Question } from 'survey-core';

export interface Seen {
  /** Questions that are there to be answered and were never shown. */
  missed(): readonly Question[];
  /** From now on everything that is there counts as seen: somebody was told of it. */
  forgive(): void;
}

/** Watches from now on. Which question it is, is told by its name: what is drawn anew is no other one. */
export function watchSeen(model: Model): Seen {
  const seen = new Set<string>();
  const look = () => {
    for (const question of shownOn(model)) seen.add(question.name);
  };
  look();
  model.onCurrentPageChanged.add(look);
  model.onQuestionVisibleChanged.add(look);
  const missed = () => {
    look();
    return answerable(model).filter(({ name }) => !seen.has(name));
  };
  return {
    missed,
    forgive: () => {
      for (const { name } of missed()) seen.add(name);
    },
  };
}

/** In a preview, all of them. */
const shownOn = (model: Model): readonly Question[] => {
  if (model.state === 'preview') return answerable(model);
  if (model.isSingleVisibleQuestion) return [model.currentSingleQuestion];
  return answerable(model).filter(({ page }) => page === model.activePage);
};

/** Not those within a repeating section or a table, which are seen with it. */
const answerable = (model: Model): readonly Question[] =>
  model.getAllQuestions(true).filter(({ hasInput, isReadOnly }) => hasInput && !isReadOnly);
