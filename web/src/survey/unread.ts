// Texts in fields that cannot be read as answers yet, such as a number with two readings. The device keeps them until
// somebody has turned them into answers.
import {
  PanelModel,
  type Question,
  QuestionMatrixDropdownModelBase,
  QuestionPanelDynamicModel,
  type SurveyModel,
} from 'survey-core';
import { TypedPlace } from '#web/kinds/typed-place.ts';
import type { TypedQuestion } from '#web/kinds/unread-text.ts';
import { TypedText } from './typed-text.ts';

/** By the path of the answer: `parts[0].count`. */
export type UnreadTexts = Readonly<Record<string, string>>;

export const unreadIn = (model: SurveyModel): UnreadTexts =>
  Object.fromEntries(
    [...typedTexts(model)].flatMap(([at, { unread, isVisible }]) =>
      unread === undefined || !isVisible ? [] : [[at, unread]],
    ),
  );

/** Puts the texts back into their fields. */
export function restoreUnread(model: SurveyModel, texts: UnreadTexts): void {
  if (Object.keys(texts).length === 0) return;
  for (const [at, question] of typedTexts(model)) {
    const text = texts[at];
    if (text !== undefined && question.unread !== text) question.restore(text);
  }
}

const typedTexts = (model: SurveyModel): ReadonlyMap<string, TypedQuestion> =>
  new Map(model.getAllQuestions().flatMap((question) => textsIn(question, question.name)));

function textsIn(question: Question, at: string): readonly (readonly [string, TypedQuestion])[] {
  if (question instanceof TypedText || question instanceof TypedPlace) return [[at, question]];
  if (question instanceof QuestionMatrixDropdownModelBase) {
    return question.visibleRows.flatMap(({ cells }, i) =>
      cells.flatMap((cell) => textsIn(cell.question, `${at}[${i}].${cell.column.name}`)),
    );
  }
  if (question instanceof QuestionPanelDynamicModel) {
    return question.panels.flatMap((panel, i) =>
      panel instanceof PanelModel
        ? panel.questions.flatMap((inner) => textsIn(inner, `${at}[${i}].${inner.name}`))
        : [],
    );
  }
  return [];
}
