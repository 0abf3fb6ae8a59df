/** The account's people are told this long before a rule removes something for the first time, in milliseconds. */
export const NOTICE_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
export const MAX_DAYS = 36_500;
/** Counting stops here: a screen says "10,000+". */
export const MOST_COUNTED = 10_000;

/** What happens to the forms of a template, and when. */
export interface RetentionTerms {
  /** `delete`: the form with its files and history. `blank`: the answers to `fields`, with their files. */
  readonly action: 'delete' | 'blank';
  readonly days: number;
  /** `creation` includes drafts; `completion` waits until a form is complete. */
  readonly countedFrom: 'completion' | 'creation';
  /** Names of questions; empty for `delete`. */
  readonly fields: readonly string[];
  /** Whether the location of the form is removed too. */
  readonly location: boolean;
}

export interface RetentionRule extends RetentionTerms {
  readonly accountId: string;
  readonly templateId: string;
  /** The id of the user who set it. */
  readonly setBy: string;
  readonly setAt: number;
  /** When people were told; undefined: not yet. */
  readonly toldAt: number | undefined;
}

/** Returns the time up to which the counted moment of a form lies that is due now. */
export const cutoffOf = ({ days }: Pick<RetentionTerms, 'days'>, now: number): number =>
  now - days * DAY_MS;

/** Returns when a form with this counted moment becomes due. */
export const dueAtOf = ({ days }: Pick<RetentionTerms, 'days'>, countedAt: number): number =>
  countedAt + days * DAY_MS;
