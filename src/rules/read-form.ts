import { readTimeZone } from '#form-basics/index.ts';
import { findForm, type StoredForm } from '#form-records/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { needsEngine } from '#questionnaires/reading/needs-engine.ts';
import { localeOf } from '#questionnaires/reading/questions.ts';
import { answersShownBy } from '#questionnaires/reading/show-answers.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { findVersion } from '#templates/index.ts';
import { probeName, withProbes } from './conditions.ts';
import type { RuleReads } from './rules-deps.ts';

/** A form as rules read it. */
export interface ReadForm {
  readonly form: StoredForm;
  /** What people read: a hidden field has no answer. By the name of the field. */
  readonly shown: ReadonlyMap<string, ShownAnswer>;
  /** The language of the form. */
  readonly locale: Locale;
  /** Whether each of the conditions holds. */
  readonly holds: readonly boolean[];
}

/**
 * Reads a form, and has the engine evaluate conditions on it, in one call.
 * @returns undefined if the form is deleted
 * @throws AppError `form-check-timeout`, `form-check-failed`, `busy`
 */
export async function readFormForRules(
  { db, engine }: RuleReads,
  { accountId, formId }: { readonly accountId: string; readonly formId: string },
  conditions: readonly (string | undefined)[] = [],
): Promise<ReadForm | undefined> {
  const form = await findForm(db.reader, accountId, formId);
  if (!form || form.deletedAt !== undefined) return undefined;
  const version = await findVersion(db.reader, accountId, form.templateVersionId);
  const definition = version?.definition ?? {};
  const isAsked = conditions.some((each) => each !== undefined);
  const facts =
    isAsked || needsEngine(definition)
      ? await engine.of(accountId).facts(withProbes(definition, conditions), form.answers, {
          timeZone: await readTimeZone(db.reader, accountId),
        })
      : undefined;
  const locale = localeOf(definition);
  const show = answersShownBy(definition, locale);
  const isComplete = form.status === 'complete';
  const shown = await show({ answers: form.answers, isComplete, facts });
  const hidden = new Set(facts?.hidden);
  return {
    form,
    locale,
    shown: new Map(shown.map((answer) => [answer.name, answer])),
    holds: conditions.map((_, n) => !hidden.has(probeName(n))),
  };
}
