import type { ReactNode } from 'react';

/** Given to `t` as the value of the placeholder that an element replaces. No text contains it. */
export const SLOT = '\u{E000}';

interface SentenceProps {
  /** A translated text with one `SLOT`. */
  readonly text: string;
  /** The element that replaces it, such as a link. */
  readonly children: ReactNode;
}

/** A sentence around an element, kept in one text so that each language can put the element where it belongs. */
export function Sentence({ text, children }: SentenceProps) {
  const [before, after] = text.split(SLOT, 2);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
