import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { Form, FormActor, FormWritesDeps } from '#form-basics/index.ts';
import {
  changedParts,
  followAnswers,
  recordEvent,
  storeForm,
  takeForm,
} from '#form-records/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import { ruleDefinition } from '#questionnaires/definition/office.ts';
import { findWholeDefinition } from '#templates/index.ts';

/** A form before and after a rule has set fields of it; the same if they had these values. */
export interface SetForm {
  readonly before: Form;
  readonly form: Form;
}

/**
 * Sets fields of a form that only rules may set; nobody else passes `guardAnswers` with them. The form may be complete.
 * Whoever calls it tells the rules of what was set (`answered`), since only they know which rule was at work.
 * @throws AppError `not-found`, `invalid-answers` for another field, or a value that does not fit
 */
export const setByRule =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, values: JsonObject): Promise<SetForm> => {
    const before = await takeForm(deps, tx, by, id, {});
    const whole = await findWholeDefinition(tx, before.accountId, before.templateVersionId);
    const members = shapesOf(ruleDefinition(whole));
    const given = Object.entries(values).map(([name, value]) => {
      const isOneOfMany = members.get(name)?.kind === 'choices' && !Array.isArray(value);
      return [name, isOneOfMany ? [value] : value] as const;
    });
    const { answers, faults } = guardAnswers(members, Object.fromEntries(given));
    if (faults.length > 0) throw invalidAnswers(faults);
    const after = await followAnswers(tx, {
      ...before,
      answers: { ...before.answers, ...answers },
    });
    if (isDeepStrictEqual(after, before)) return { before, form: before };
    const events: FormWritesDeps['events'] = { append: (...event) => deps.events.append(...event) };
    const form = await storeForm({ ...deps, events }, tx, before, after);
    await recordEvent(deps)(tx, by, form, 'edit', { changed: changedParts(before, form) });
    return { before, form };
  };
