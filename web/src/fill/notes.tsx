// What a form shows once somebody has removed an entry or asked for completion. It is loaded when the questions are there.
import type { ReactNode } from 'react';
import type { Left } from './left.ts';
import { LeftNote } from './left-note.tsx';
import type { Removal } from './removals.ts';
import { RemovedNote } from './removed-note.tsx';
import { WillComplete } from './will-complete.tsx';

interface NotesProps {
  readonly removal: Removal | undefined;
  readonly onRemovalGone: () => void;
  /** Whether completion waits until the form can be sent. */
  readonly isWaiting: boolean;
  readonly hasEnded: boolean;
  /** Whether the person has just asked for completion. */
  readonly isLedTo: boolean;
  readonly left: Left | undefined;
  /** Says for the form of a public link that it waits. */
  readonly willSend: ((isLedTo: boolean) => ReactNode) | undefined;
}

/** What the page says above its buttons. */
export function Notes({ removal, onRemovalGone, left, isLedTo, ...waiting }: NotesProps) {
  const { isWaiting, hasEnded, willSend } = waiting;
  return (
    <>
      <RemovedNote removal={removal} onGone={onRemovalGone} />
      {isWaiting && (willSend?.(isLedTo) ?? <WillComplete hasEnded={hasEnded} isLedTo={isLedTo} />)}
      {left !== undefined && <LeftNote left={left} />}
    </>
  );
}
