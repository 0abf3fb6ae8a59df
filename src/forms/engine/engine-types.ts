import type { AnswerFault } from '#forms/answers/guard-answers.ts';
import type { DefinitionFault, PlacedText } from '#forms/definition/sieve.ts';
import type { FormFacts } from '#forms/reading/shown-answer.ts';
import type { JsonObject } from '#kernel/json.ts';

/** Languages that the engine says faults in. */
export type Locale = 'en' | 'de';

export interface EngineResult {
  /** Whether the form may be completed. */
  readonly ok: boolean;
  readonly faults: readonly AnswerFault[];
  /** Without answers to what is hidden and without choices that there are not; computed values filled in. */
  readonly answers: JsonObject;
  /** What `answers` lacks of those that were given, computed values aside. At most {@link MAX_REMOVED}. */
  readonly removed: readonly RemovedAnswer[];
  /** Where nothing is shown: all of the form's own questions, and those in rows that had an answer. */
  readonly hidden: readonly string[];
}

export const MAX_REMOVED = 100;

/** An answer that a completed form does not have. */
export interface RemovedAnswer {
  /** `visits[0].why`. */
  readonly at: string;
  /** The question of the form itself that it is in. */
  readonly field: string;
  /** The question is not shown, or no longer offers what was chosen. */
  readonly why: 'hidden' | 'not-offered';
}

export interface EngineOptions {
  /** Left out: that of the definition, else English. */
  readonly locale?: Locale | undefined;
  /** Of the account, an IANA name: expressions reckon days in it. Left out: UTC. */
  readonly timeZone?: string | undefined;
}

/**
 * The engine that knows what a definition asks of answers. It runs in threads of its own, each call
 * for at most two seconds.
 * @throws AppError `form-check-timeout` past it, `form-check-failed` where the engine itself fails,
 * `busy` when too many wait.
 */
export interface FormEngine {
  /** Answers have been through the type guard: the engine does not ask for types. */
  check(
    definition: JsonObject,
    answers: JsonObject,
    options?: EngineOptions,
  ): Promise<EngineResult>;
  /** What the form calculates and hides. */
  facts(definition: JsonObject, answers: JsonObject, options?: EngineOptions): Promise<FormFacts>;
  /** Which of the expressions can't be read. */
  inspect(expressions: readonly PlacedText[]): Promise<readonly DefinitionFault[]>;
}

/** The engine for each account: they take turns, so that who asks much waits for their own. */
export interface FormEngines {
  of(accountId: string): FormEngine;
  close(): Promise<void>;
}

export type EngineJob =
  | {
      readonly task: 'check' | 'facts';
      readonly definition: JsonObject;
      readonly answers: JsonObject;
      readonly locale: Locale | undefined;
      /** When it was asked: waiting for a thread moves no deadline. */
      readonly now: number;
      readonly timeZone: string;
    }
  | { readonly task: 'inspect'; readonly expressions: readonly PlacedText[] };

export type EngineOutcome =
  | { readonly task: 'check'; readonly value: EngineResult }
  | { readonly task: 'facts'; readonly value: FormFacts }
  | { readonly task: 'inspect'; readonly value: readonly DefinitionFault[] };

/** What a worker says: that it is ready, or how its job ended. */
export type EngineAnswer =
  | { readonly ready: true }
  | { readonly outcome: EngineOutcome }
  | { readonly error: string };
