import { isObject, type JsonObject } from '#kernel/json.ts';

/**
 * Returns the answers that a form begins with: its default values, replaced by those that are given. The forms engine,
 * which calculates some of them, is loaded only for these. A form that was begun before needs nothing of this.
 */
export async function begunAnswers(
  definition: object,
  timeZone: string,
  given: JsonObject = {},
): Promise<JsonObject> {
  const { hasCalculatedDefault, startingAnswers } = await import(
    '#questionnaires/answers/starting-answers.ts'
  );
  const answers = { ...startingAnswers(definition), ...given };
  if (!isObject(definition) || !hasCalculatedDefault(definition)) return answers;
  const { defaultsNow } = await import('#web/survey/defaults-now.ts');
  return { ...defaultsNow(definition, answers, timeZone), ...answers };
}
