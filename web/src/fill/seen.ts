// The questions that the person has seen. A question that a condition shows on an earlier part, or that the table of
// contents skips, would easily be completed unseen.
import type { Model, Question } from 'survey-core';

export interface Seen {
  /** Returns questions that can be answered and were never shown. */
  missed(): readonly Question[];
  /** Marks all current questions as seen, after the person was told about them. */
  forgive(): void;
}

/**
 * Watches from now on. Questions are told apart by name, because the engine makes new objects for the same question.
 */
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

/** Returns the questions that are shown now; in a preview, all of them. */
const shownOn = (model: Model): readonly Question[] => {
  if (model.state === 'preview') return answerable(model);
  if (model.isSingleVisibleQuestion) return [model.currentSingleQuestion];
  return answerable(model).filter(({ page }) => page === model.activePage);
};

/** Returns the questions that can be answered. Those inside a repeating section or table count as seen with it. */
export const answerable = (model: Model): readonly Question[] =>
  model.getAllQuestions(true).filter(({ hasInput, isReadOnly }) => hasInput && !isReadOnly);
