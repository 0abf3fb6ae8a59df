import { AppError } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import type { FormEngine } from '#questionnaires/engine/engine-types.ts';
import { isEngineFailure } from '#questionnaires/engine/is-engine-failure.ts';
import { needsEngine } from './needs-engine.ts';
import { localeOf } from './questions.ts';
import { answersShownBy, type ShowAnswers } from './show-answers.ts';
import type { FormFacts, ShownAnswer } from './shown-answer.ts';

/** A definition, prepared for reading the answers of its forms. */
export interface ReadableDefinition {
  readonly definition: JsonObject;
  readonly locale: Locale;
  readonly show: ShowAnswers;
  readonly needsEngine: boolean;
}

/** Prepares a definition for reading. @param wanted the language; by default that of the definition, else English */
export function readable(definition: JsonObject, wanted?: Locale): ReadableDefinition {
  const locale = wanted ?? localeOf(definition);
  const show = answersShownBy(definition, locale);
  return { definition, locale, show, needsEngine: needsEngine(definition) };
}

/** What is read of a form. */
export interface AnsweredForm {
  readonly status: 'draft' | 'complete';
  readonly answers: JsonObject;
}

export interface ReadWith {
  readonly engine: Pick<FormEngine, 'facts'>;
  /** The time zone of the account, in which the engine calculates dates. */
  readonly timeZone: string;
  /** True when hidden and unanswered questions look the same: complete forms are then read without the engine. */
  readonly isForTable?: boolean;
  /**
   * True in tables, where sums and filters are shown too. They count stored values, and a draft stores no calculations:
   * then its calculations are left out.
   */
  readonly isCounted?: boolean;
  /** True after a write: if the engine is busy, the answers are returned without its facts instead of an error. */
  readonly isAfterWrite?: boolean;
}

export interface ReadAnswers {
  readonly answers: readonly ShownAnswer[];
  /** False when the engine did not answer: calculated values and hidden questions are unknown. */
  readonly isWhole: boolean;
  /** What the engine knows; undefined when it was not asked, or did not answer. */
  readonly facts?: FormFacts;
}

/**
 * Returns the answers of a form as Formstead shows them everywhere.
 * @throws AppError `busy` when the engine has too many calls, unless `isAfterWrite`.
 */
export async function readAnswers(
  { engine, timeZone, isForTable = false, isCounted = false, isAfterWrite = false }: ReadWith,
  { definition, locale, show, needsEngine: isAsked }: ReadableDefinition,
  { status, answers }: AnsweredForm,
): Promise<ReadAnswers> {
  const isComplete = status === 'complete';
  const shown = (facts?: FormFacts) => show({ answers, isComplete, facts });
  if (!isAsked || (isForTable && isComplete)) return { answers: await shown(), isWhole: true };
  try {
    const facts = await engine.facts(definition, answers, { locale, timeZone });
    const counted = isCounted && !isComplete ? { ...facts, computed: {} } : facts;
    return { answers: await shown(counted), isWhole: true, facts };
  } catch (error) {
    // A form must stay readable for the people who filled it in, even if its template makes the engine fail.
    const code = error instanceof AppError ? error.code : undefined;
    const isMissed = code === 'busy' ? isAfterWrite : isEngineFailure(error);
    if (!isMissed) throw error;
    return { answers: await shown(), isWhole: false };
  }
}
