import {
  PanelModelBase,
  type Question,
  QuestionPanelDynamicModel,
  type SurveyModel,
} from 'survey-core';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { type Members, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import type { FormFacts } from '#questionnaires/reading/shown-answer.ts';
import { isShown } from './hidden-is-empty.ts';
import { innerQuestions } from './inner-questions.ts';
import { shownAnswers } from './shown-answers.ts';

/** Returns what a model knows about a form besides its answers. It must be read before the model is disposed of. */
export function factsIn(model: SurveyModel, definition: JsonObject): FormFacts {
  const hidden: string[] = [];
  const titles: [string, string][] = [];
  const look = (question: Question, at: string): void => {
    if (!isShown(question)) {
      hidden.push(at);
      return;
    }
    if (question.title.includes('{')) titles.push([at, question.processedTitle]);
    for (const [i, title] of rowTitlesOf(question).entries()) titles.push([`${at}[${i}]`, title]);
    for (const [i, row] of innerQuestions(question).entries()) {
      for (const { question: inner, name } of row) look(inner, `${at}[${i}].${name}`);
    }
  };
  for (const question of model.getAllQuestions(false, false, false)) look(question, question.name);
  const answers = shownAnswers(model);
  return {
    computed: computedIn(shapesOf(definition), answers),
    hidden,
    locked: model
      .getAllQuestions(true, false, false)
      .filter(({ isReadOnly }) => isReadOnly)
      .map(({ name }) => name),
    titles: Object.fromEntries(titles),
    sections: Object.fromEntries(
      [...model.pages, ...panelsOf(model)]
        .filter(({ title }) => title.includes('{'))
        .map((holder) => [holder.title, holder.processedTitle]),
    ),
  };
}

/** Returns the titles of the entries of a repeating section if they contain answers. */
const rowTitlesOf = (question: Question): readonly string[] =>
  question instanceof QuestionPanelDynamicModel && question.templateTitle.includes('{')
    ? question.panels.map((panel) => panel.processedTitle)
    : [];

const panelsOf = (model: SurveyModel): readonly PanelModelBase[] =>
  model.getAllPanels().filter((panel) => panel instanceof PanelModelBase);

/** Returns only the calculated values, in the structure of the answers. */
function computedIn(members: Members, answers: JsonObject): JsonObject {
  const found: [string, JsonValue][] = [];
  for (const [name, shape] of members) {
    const value = member(answers, name);
    if (value === undefined) continue;
    if (shape.kind === 'computed') found.push([name, value]);
    if (shape.kind === 'rows' && Array.isArray(value)) {
      const rows: readonly JsonValue[] = value;
      found.push([name, rows.map((row) => (isObject(row) ? computedIn(shape.members, row) : {}))]);
    }
  }
  return Object.fromEntries(found);
}
