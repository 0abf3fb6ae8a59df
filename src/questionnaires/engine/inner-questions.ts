import {
  type Question,
  QuestionMatrixDropdownModelBase,
  QuestionPanelDynamicModel,
} from 'survey-core';

/** A question in a row of a table or in an entry of a repeating section. */
export interface Inner {
  readonly question: Question;
  /** The name of the answer in its row. */
  readonly name: string;
  /** The title of the column; undefined when the question has its own title. */
  readonly title: string | undefined;
}

/** Returns the questions row by row; an empty list for a question that has no rows. */
export function innerQuestions(question: Question): readonly (readonly Inner[])[] {
  if (question instanceof QuestionMatrixDropdownModelBase) {
    return (question.visibleRows ?? []).map((row) =>
      row.cells.map((cell) => ({
        question: cell.question,
        name: cell.column.name,
        title: cell.column.fullTitle,
      })),
    );
  }
  if (question instanceof QuestionPanelDynamicModel) {
    return question.panels.map((panel) =>
      panel.questions.map((each: Question) => ({
        question: each,
        name: each.name,
        title: undefined,
      })),
    );
  }
  return [];
}
