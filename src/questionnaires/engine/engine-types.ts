import type { JsonObject } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import type { AnswerFault } from '#questionnaires/answers/guard-answers.ts';
import type { DefinitionFault, LocatedText } from '#questionnaires/definition/filter-definition.ts';
import type { FormFacts } from '#questionnaires/reading/shown-answer.ts';

export interface EngineResult {
  /** Whether the form may be completed. */
  readonly ok: boolean;
  readonly faults: readonly AnswerFault[];
  /** The answers without hidden questions and without choices that are not offered; computed values are filled in. */
  readonly answers: JsonObject;
  /** The given answers that are missing in `answers`, except computed values. At most {@link MAX_REMOVED}. */
  readonly removed: readonly RemovedAnswer[];
  /** The paths of all hidden questions, also of those in rows and within hidden ones. */
  readonly hidden: readonly string[];
}

export const MAX_REMOVED = 100;

/** An answer that was given and that the completed form does not have. */
export interface RemovedAnswer {
  /** The path, such as `visits[0].why`. */
  readonly at: string;
  /** The top-level question that contains the answer. */
  readonly field: string;
  /** `hidden`: the question is not shown. `not-offered`: the question no longer offers the chosen choice. */
  readonly why: 'hidden' | 'not-offered';
}

export interface EngineOptions {
  /** The default is the language of the definition, else English. */
  readonly locale?: Locale | undefined;
  /** The IANA time zone of the account, in which expressions calculate dates. The default is UTC. */
  readonly timeZone?: string | undefined;
}

/**
 * Runs the forms engine for definitions and answers. It runs in its own threads; each call may compute for at most two
 * seconds.
 * @throws AppError `form-check-timeout` when a call takes longer, `form-check-failed` when the engine itself fails,
 * `busy` when too many calls wait.
 */
export interface FormEngine {
  /** Checks answers. They must have passed the type guard (`guardAnswers`), because the engine does not check types. */
  check(
    definition: JsonObject,
    answers: JsonObject,
    options?: EngineOptions,
  ): Promise<EngineResult>;
  /** Returns what the form calculates and hides. */
  facts(definition: JsonObject, answers: JsonObject, options?: EngineOptions): Promise<FormFacts>;
  /** Returns the calculated default values, such as `today()`, of a form that begins with these answers. */
  defaults(
    definition: JsonObject,
    answers: JsonObject,
    options?: EngineOptions,
  ): Promise<JsonObject>;
  /** Returns a fault for each expression that cannot be parsed. */
  inspect(expressions: readonly LocatedText[]): Promise<readonly DefinitionFault[]>;
}

/** The engine for each account. Accounts take turns, so that an account with many calls delays only its own. */
export interface FormEngines {
  of(accountId: string): FormEngine;
  close(): Promise<void>;
}

export type EngineJob =
  | {
      readonly task: 'check' | 'facts' | 'defaults';
      readonly definition: JsonObject;
      readonly answers: JsonObject;
      readonly locale: Locale | undefined;
      /**
       * When the call was made, in milliseconds since the Unix epoch: waiting for a thread must not change the result.
       */
      readonly now: number;
      readonly timeZone: string;
    }
  | { readonly task: 'inspect'; readonly expressions: readonly LocatedText[] };

export type EngineOutcome =
  | { readonly task: 'check'; readonly value: EngineResult }
  | { readonly task: 'facts'; readonly value: FormFacts }
  | { readonly task: 'defaults'; readonly value: JsonObject }
  | { readonly task: 'inspect'; readonly value: readonly DefinitionFault[] };

/** A message from a worker: it is ready, or its job has ended. */
export type EngineAnswer =
  | { readonly ready: true }
  | { readonly outcome: EngineOutcome }
  | { readonly error: string };
