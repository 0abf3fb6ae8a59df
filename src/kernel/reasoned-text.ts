// One stored text that holds a reason for programs and a sentence for people: `timeout: no answer within 10 seconds`.
// Texts that older versions stored have no reason.

interface ReasonedText<R extends string> {
  readonly reason?: R;
  /** An English sentence. */
  readonly text: string;
}

/**
 * Joins a reason and a sentence for storage. The `isReason` that splits the text must know the reason: people read an
 * unknown one as the beginning of the sentence.
 */
export const joinReason = (reason: string, text: string): string => `${reason}: ${text}`;

/** Splits a stored text. A text that begins with no known reason is returned whole. */
export function splitReason<R extends string>(
  stored: string,
  isReason: (word: string) => word is R,
): ReasonedText<R> {
  const end = stored.indexOf(': ');
  const word = end === -1 ? '' : stored.slice(0, end);
  return isReason(word) ? { reason: word, text: stored.slice(end + 2) } : { text: stored };
}
