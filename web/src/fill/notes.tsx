// What is said above and below the questions of a form, and what it does once somebody moves through it. It is loaded when the questions are
// there.
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Model } from 'survey-core';
import { late } from '#web/components/late.ts';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isGone } from '#web/offline/drafts.ts';
import { RoomNote } from '#web/offline/room-note.tsx';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Left } from './left.ts';
import { LeftNote } from './left-note.tsx';
import { usePartHistory } from './part-history.ts';
import { PlaceButton } from './place-button.tsx';
import { type Removal, watchRemovals } from './removals.ts';
import { RemovedNote } from './removed-note.tsx';
import { WillComplete } from './will-complete.tsx';

// In one file with the notes, of which each would otherwise be a request more.
export { leaveParts } from './part-history.ts';

interface NotesProps {
  readonly device: Device;
  readonly draft: Draft;
  /** Undefined until the questions are shown. */
  readonly model: Model | undefined;
  /** Whether completion waits until the form can be sent. */
  readonly isWaiting: boolean;
  readonly hasEnded: boolean;
  /** The device could not keep what was typed. */
  readonly hasFailed: boolean;
  /** Whether the person has just asked for completion. */
  readonly isLedTo: boolean;
  readonly left: Left | undefined;
  /** Says for the form of a public link that it waits. */
  readonly willSend: ((isLedTo: boolean) => ReactNode) | undefined;
  /** Above the questions; otherwise above the buttons. */
  readonly isAbove?: boolean;
}

/** What the page says around the questions. */
export function Notes(props: NotesProps) {
  return props.isAbove ? <NotesAbove {...props} /> : <NotesBelow {...props} />;
}

function NotesBelow(props: NotesProps) {
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

const InstructionsNote = late(() => import('./instructions-note.tsx'), 'InstructionsNote');
const RemarksNote = late(() => import('./remarks-note.tsx'), 'RemarksNote');

/** There is no network or no room, what is to be done, and why the form was sent back. */
function NotesAbove({ hasFailed, draft: { review, instructions }, model }: NotesProps) {
  const { t } = useTranslation();
  return (
    <>
      <OfflineNote />
      <RoomNote />
      {hasFailed && (
        <Alert
          role="alert"
          variant="outline"
          color="red"
          icon={<IconAlertTriangle />}
          title={t('fill.notKept')}
        >
          {t('fill.notKeptHint')}
        </Alert>
      )}
      {instructions !== undefined && (
        <Suspense>
          <InstructionsNote text={instructions} />
        </Suspense>
      )}
      {review !== undefined && (
        <Suspense>
          <RemarksNote sentBack={review} model={model} />
        </Suspense>
      )}
    </>
  );
}

function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  if (isOnline) return undefined;
  return (
    <Alert role="status" variant="outline" icon={<IconCloudOff />} title={t('fill.offline')}>
      {t('fill.offlineHint')}
    </Alert>
  );
}
