// People with an account and visitors of a public link fill in forms in the same screen. Both pages hand it the form
// and the device that keeps the answers.
import './filling.css';
import { Stack } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useMemo, useReducer, useRef } from 'react';
import type { Model } from 'survey-core';
import { useSession } from '#web/api/session.ts';
import { useSessionEnded } from '#web/api/session-end.ts';
import { late } from '#web/components/late.ts';
import { FormFilesContext, filesOnDevice } from '#web/files/form-files.ts';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { chosen, isGone } from '#web/offline/drafts.ts';
import { holdForm } from '#web/offline/open-lock.ts';
import { askToPersist } from '#web/offline/room.ts';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { SurveyView } from '#web/survey/survey-view.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { fieldWithFocus } from './fields-in-use.ts';
import { DECIDES, PartButtons } from './parts.tsx';
import { Progression } from './progression.tsx';
import { type Seen, watchSeen } from './seen.ts';
import { StatusLine } from './status-line.tsx';
import { useCompletion } from './use-completion.ts';
import { useFilling } from './use-filling.ts';
import { useHasLeft } from './use-has-left.ts';

const TEXTS = ['fillNotes'] as const;
// Loaded once the questions are shown, which don't wait for it.
const Notes = late(
  () => import('./notes.tsx').then(({ Notes: notes }) => ({ Notes: notes })),
  'Notes',
  TEXTS,
);
// Few answers are refused, and two people seldom fill in the same form at once. Without a network both are there all the
// same: the app is kept with them.
const ProblemNote = late(() => import('./problem-note.tsx'), 'ProblemNote', TEXTS);
const MergeDialog = late(() => import('./merge-dialog.tsx'), 'MergeDialog', TEXTS);

interface FillingProps {
  readonly device: Device;
  readonly draft: Draft;
  /** Set for somebody with a public link: who sends the form at the end, and nothing before. */
  readonly visit?: VisitedForm;
}

interface VisitedForm {
  /** Says where the answers are until the form is sent. */
  readonly kept: string;
  /** The text of the button that sends the form. */
  readonly send: string;
  /** Called with the questions before they are shown. */
  readonly setUp: (model: Model) => void;
  /** Says that the form will be sent later. */
  readonly willSend: (isLedTo: boolean) => ReactNode;
}

/** The screen for filling in a form. All input is on the device at once, and on the server soon after. */
export function Filling({ device, draft, visit }: FillingProps) {
  const { t } = useTranslation();
  const { formId, conflict, definition, problem } = draft;
  const shown = useRef<{ readonly model: Model; readonly seen: Seen }>(undefined);
  const page = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);
  const isMoving = useRef(false);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const [areNotesDue, askForNotes] = useReducer(() => true, false);
  const filling = useFilling(device, draft);
  const isLost = visit === undefined && isGone(draft);
  const isClash = conflict !== undefined && !isLost;
  const mayAsk = useHasLeft(isClash);
  const isOnline = useIsOnline();
  const hasEnded = useSessionEnded(useSession().user.id);
  const isCutOff = !isOnline || hasEnded || draft.failures > 0;
  // Each read gives a new object of the same definition, but the model must stay.
  const key = JSON.stringify(definition);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the object
  const fixed = useMemo(() => definition, [key]);
  const files = useMemo(() => filesOnDevice(device, formId), [device, formId]);
  const { complete, left, isHeld, hasFailed } = useCompletion(
    device,
    draft,
    shown,
    filling.settled,
    files.takings,
  );
  useEffect(() => holdForm(device.person, formId), [device, formId]);
  useEffect(() => {
    // Until it is sent, only this device has what is typed, so the browser is asked not to delete it.
    void askToPersist();
  }, []);
  const notes = {
    device,
    draft,
    model: shown.current?.model,
    isWaiting: draft.wantsCompletion && isCutOff,
    hasEnded,
    hasFailed: filling.keeping.hasFailed || hasFailed,
    isLedTo: hasAsked.current,
    left,
    willSend: visit?.willSend,
  };
  return (
    <Stack className="filling">
      {areNotesDue && (
        <Suspense>
          <Notes {...notes} isAbove />
        </Suspense>
      )}
      <StatusLine draft={draft} keeping={filling.keeping} keptHere={visit?.kept} />
      {problem !== undefined && (
        <Suspense>
          <ProblemNote device={device} draft={draft} isLost={isLost} />
        </Suspense>
      )}
      {conflict !== undefined && isClash && (
        <Suspense>
          <MergeDialog
            key={JSON.stringify(conflict.fields)}
            clash={conflict}
            isAsked={mayAsk}
            definition={definition}
            onChoose={(choices) =>
              void device.store
                .update(formId, (now) => chosen(now, choices, Date.now()))
                .then((now) => {
                  if (now !== undefined) filling.adopt(now);
                  return device.sendNow();
                })
            }
          />
        </Suspense>
      )}
      <FormFilesContext value={files}>
        <Stack ref={page} tabIndex={-1} className="filling-part">
          <Progression model={shown.current?.model} />
          <SurveyView
            definition={fixed}
            answers={draft.answers}
            isReadOnly={isLost}
            setUp={(made) => {
              shown.current = { model: made, seen: watchSeen(made) };
              made.showNavigationButtons = false; // the screen has its own
              // Errors are shown above the answer, next to the label that is scrolled to: below thirty options nobody
              // would see them.
              made.questionErrorLocation = 'top';
              made.onAfterRenderSurvey.add(() => setTimeout(askForNotes));
              made.onScrollToTop.add((_, options) => {
                if (!options.element.isPage) return;
                options.allow = false;
                showPart(page.current);
              });
              made.onCurrentPageChanged.add(refresh);
              made.onPropertyChanged.add((_, { name }) => {
                if (DECIDES.includes(name)) refresh();
              });
              visit?.setUp(made);
              filling.setUp(made);
              refresh();
            }}
          />
        </Stack>
      </FormFilesContext>
      {areNotesDue && (
        <Suspense fallback={<div />}>
          <Notes {...notes} />
        </Suspense>
      )}
      <PartButtons
        model={shown.current?.model}
        onComplete={
          isLost
            ? undefined
            : () => {
                hasAsked.current = true;
                complete();
              }
        }
        onNext={() => {
          // A second tap while a picture is being taken in would skip a part.
          if (isMoving.current) return;
          isMoving.current = true;
          fieldWithFocus()?.blur();
          void soon(files.takings.settled()).then(() => {
            isMoving.current = false;
            shown.current?.model.performNext();
          });
        }}
        isCompleting={isHeld || (draft.wantsCompletion && !isCutOff)}
        isAsked={draft.wantsCompletion}
        verb={visit?.send ?? t('fill.complete')}
      />
    </Stack>
  );
}

const SOON_MS = 500;

/** Waits for an answer that is being taken, which the part may ask for: a signature is there at once, and a photo later. */
const soon = (over: Promise<unknown>): Promise<unknown> =>
  Promise.race([over, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);

/** Scrolls to the beginning of the part and moves the focus there, for people who use the keyboard. */
function showPart(part: HTMLDivElement | null): void {
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
}
