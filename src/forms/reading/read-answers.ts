import type { FormEngine, Locale } from '#forms/engine/engine-types.ts';
import type { Form } from '#forms/form.ts';
import { AppError } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { needsEngine } from './needs-engine.ts';
import { localeOf } from './questions.ts';
import { answersShownBy, type ShowAnswers } from './show-answers.ts';
import type { FormFacts, ShownAnswer } from './shown-answer.ts';

/** A definition, made ready to read the answers of its forms. */
export interface ReadableDefinition {
  readonly definition: JsonObject;
  readonly locale: Locale;
  readonly show: ShowAnswers;
  readonly needsEngine: boolean;
}

/** @param wanted left out: the language of the definition, else English */
export function readable(definition: JsonObject, wanted?: Locale): ReadableDefinition {
  const locale = wanted ?? localeOf(definition);
  const show = answersShownBy(definition, locale);
  return { definition, locale, show, needsEngine: needsEngine(definition) };
}

export interface ReadWith {
  readonly engine: Pick<FormEngine, 'facts'>;
  /** Of the account: the engine reckons days in it. */
  readonly timeZone: string;
  /** True where a hidden question looks like one without an answer: a complete form is read without the engine then. */
  readonly isForTable?: boolean;
  /** True where something was written already: what the engine is too busy for is left out then. */
  readonly isAfterWrite?: boolean;
}

export interface ReadAnswers {
  readonly answers: readonly ShownAnswer[];
  /** False: the engine did not answer, so that nothing is known of what it calculates and hides. */
  readonly isWhole: boolean;
}

/**
 * The answers of a form as they are read everywhere.
 * @throws AppError `busy` when the engine has too much to do.
 */
export async function readAnswers(
  { engine, timeZone, isForTable = false, isAfterWrite = false }: ReadWith,
  { definition, locale, show, needsEngine: isAsked }: ReadableDefinition,
  { status, answers }: Pick<Form, 'status' | 'answers'>,
): Promise<ReadAnswers> {
  const isComplete = status === 'complete';
  const shown = (facts?: FormFacts) => show({ answers, isComplete, facts });
  if (!isAsked || (isForTable && isComplete)) return { answers: await shown(), isWhole: true };
  try {
    const facts = await engine.facts(definition, answers, { locale, timeZone });
    return { answers: await shown(facts), isWhole: true };
  } catch (error) {
    // A form that could not be read because of its template would be lost to the people who filled it in.
    const code = error instanceof AppError ? error.code : undefined;
    const isMissed = code === 'busy' ? isAfterWrite : STUMBLES.has(code);
    if (!isMissed) throw error;
    return { answers: await shown(), isWhole: false };
  }
}

const STUMBLES: ReadonlySet<string | undefined> = new Set([
  'form-check-failed',
  'form-check-timeout',
]);
