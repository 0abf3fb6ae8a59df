import { Question, type SurveyError } from 'survey-core';
import { around } from './around.ts';

/**
 * Keeps it said that a question has to be answered until it is. When another answer changes, the engine checks again
 * what names it, without asking whether there is an answer: a page would let somebody complete what the server refuses.
 */
export function keepRequired(): void {
  around(Question.prototype, 'onCheckForErrors', (call, self, [errors]) => {
    call();
    if (!(self instanceof Question) || !Array.isArray(errors) || errors.length > 0) return;
    const said = self.errors.find((error: SurveyError) => error.getErrorType() === 'required');
    if (said && self['hasRequiredError']()) errors.push(said);
  });
}
