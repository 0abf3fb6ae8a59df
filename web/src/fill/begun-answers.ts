import { hasCalculatedDefault, startingAnswers } from '#forms/answers/starting-answers.ts';
import { isObject, type JsonObject } from '#kernel/json.ts';

/**
 * Returns the answers that a form begins with: its default values, replaced by those that are given. The forms engine,
 * which calculates some of them, is loaded only for these.
 */
export async function begunAnswers(
  definition: object,
  timeZone: string,
  given: JsonObject = {},
): Promise<JsonObject> {
  const answers = { ...startingAnswers(definition), ...given };
  if (!isObject(definition) || !hasCalculatedDefault(definition)) return answers;
  const { defaultsNow } = await import('../survey/defaults-now.ts');
  return { ...defaultsNow(definition, answers, timeZone), ...answers };
}
