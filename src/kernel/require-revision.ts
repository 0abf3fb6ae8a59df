import { type AppError, type ErrorOptions, fail } from './errors.ts';

type Refusal = Pick<ErrorOptions, 'because' | 'extra'> & {
  /** Says what has changed, instead of naming both numbers. */
  readonly text?: string;
};

/**
 * Requires that a change was made to the stored revision, if it says to which one.
 * @param what as a sentence names it, such as `template`
 * @throws AppError `precondition-failed` as {@link staleRevision}
 */
export function requireRevision(
  what: string,
  stored: number,
  sent: number | undefined,
  refusal?: Refusal,
): void {
  if (sent !== undefined && sent !== stored) throw staleRevision(what, stored, sent, refusal);
}

/** Returns the refusal of a change to another revision than the stored one, which tells both. */
export const staleRevision = (
  what: string,
  stored: number,
  sent: number,
  {
    text = `The ${what} is at revision ${stored}, not ${sent}. Read it again.`,
    ...more
  }: Refusal = {},
): AppError => stale(text, more, { currentRevision: stored, sentRevision: sent });

/** As {@link requireRevision}, of what counts versions: rows of lists, users, groups. */
export function requireVersion(
  what: string,
  stored: number,
  sent: number | undefined,
  {
    text = `The ${what} has version ${stored}, not ${sent}. Read it again, then repeat the change.`,
    ...more
  }: Refusal = {},
): void {
  if (sent === undefined || sent === stored) return;
  throw stale(text, more, { currentVersion: stored, sentVersion: sent });
}

const stale = (
  text: string,
  { because, extra }: Omit<Refusal, 'text'>,
  both: Readonly<Record<string, number>>,
): AppError =>
  fail('precondition-failed', text, {
    ...(because && { because }),
    extra: { ...both, ...extra },
  });
