import { SurveyModel } from 'survey-core';
import { isObject, type JsonObject } from '#kernel/json.ts';
import { fittingAnswers, hasCalculatedDefault } from '#questionnaires/answers/starting-answers.ts';
import { plain } from './plain.ts';
import { withoutFixedDefaults } from './without-defaults.ts';

// The worker of the server and browsers load this file.

/**
 * Calculates the default values of a form that begins with these answers, such as `today()`. Set the wall clock before.
 * @returns only values of questions without an answer, and only those that they can hold
 */
export function calculatedDefaults(definition: JsonObject, answers: JsonObject): JsonObject {
  const model = new SurveyModel(JSON.parse(JSON.stringify(withoutFixedDefaults(definition))));
  try {
    // Added one by one: setting all answers at once would remove what was calculated when the model was made.
    model.mergeData(answers);
    const data = plain(model.data);
    const wanted = model
      .getAllQuestions()
      .filter((question) => hasCalculatedDefault(question.toJSON()))
      .map(({ name }) => name)
      .filter((name) => !Object.hasOwn(answers, name));
    const found = Object.entries(isObject(data) ? data : {}).filter(([name]) =>
      wanted.includes(name),
    );
    return fittingAnswers(definition, Object.fromEntries(found));
  } finally {
    model.dispose();
  }
}
