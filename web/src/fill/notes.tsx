// What is below the questions of a form, and what it does once somebody moves through it. It is loaded when the questions are
// there.
import { type ReactNode, useEffect, useState } from 'react';
import type { Model } from 'survey-core';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isGone } from '#web/offline/drafts.ts';
import type { Left } from './left.ts';
import { LeftNote } from './left-note.tsx';
import { usePartHistory } from './part-history.ts';
import { PlaceButton } from './place-button.tsx';
import { type Removal, watchRemovals } from './removals.ts';
import { RemovedNote } from './removed-note.tsx';
import { WillComplete } from './will-complete.tsx';

// In one file with the notes, of which each would otherwise be a request more.
export { RoomNote } from '#web/offline/room-note.tsx';
export { leaveParts } from './part-history.ts';

interface NotesProps {
  readonly device: Device;
  readonly draft: Draft;
  /** Undefined until the questions are shown. */
  readonly model: Model | undefined;
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
export function Notes(props: NotesProps) {
  const { device, draft, model, left, isLedTo, isWaiting, hasEnded, willSend } = props;
  const [removal, setRemoval] = useState<Removal>();
  useEffect(() => {
    setRemoval(undefined);
    if (model !== undefined) watchRemovals(model, setRemoval);
  }, [model]);
  usePartHistory(model, draft.formId);
  return (
    <>
      {/* After the questions: alone before them, it would jump down the screen when they come. */}
      {willSend === undefined && model && !isGone(draft) && (
        <PlaceButton device={device} draft={draft} />
      )}
      <RemovedNote removal={removal} onGone={() => setRemoval(undefined)} />
      {isWaiting && (willSend?.(isLedTo) ?? <WillComplete hasEnded={hasEnded} isLedTo={isLedTo} />)}
      {left !== undefined && <LeftNote left={left} />}
    </>
  );
}
