import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCloudOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model, Question } from 'survey-core';
import { type Device, retry } from '../offline/device.ts';
import { chosen, type Draft, type Fault } from '../offline/drafts.ts';
import { useIsOnline } from '../offline/use-is-online.ts';
import { SurveyView } from '../survey/survey-view.tsx';
import { FillingContext } from './filling-context.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { PlaceButton } from './place-button.tsx';
import { registerQuestions } from './questions.tsx';
import { StatusLine } from './status-line.tsx';
import { useFilling } from './use-filling.ts';

registerQuestions();

interface FillingProps {
  readonly device: Device;
  readonly draft: Draft;
}

/** A form that somebody fills in: everything typed is on the device at once, on the server soon. */
export function Filling({ device, draft }: FillingProps) {
  const { t } = useTranslation();
  const { formId, conflict, definition, problem } = draft;
  const model = useRef<Model>(undefined);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const filling = useFilling(device, draft);
  const isCutOff = !useIsOnline() || draft.failures > 0;
  const { complete, missing } = useCompletion(device, draft, model, filling.settled);
  // A read of the same definition is another object each time; the model is to stay.
  const key = JSON.stringify(definition);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the object
  const fixed = useMemo(() => definition, [key]);
  const context = useMemo(() => ({ device, formId }), [device, formId]);
  return (
    <Stack>
      <OfflineNote />
      <StatusLine draft={draft} keeping={filling.keeping} />
      {filling.keeping.hasFailed && (
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
      {problem !== undefined && <ProblemNote device={device} draft={draft} />}
      <Pages model={model.current} />
      <FillingContext value={context}>
        <SurveyView
          definition={fixed}
          answers={draft.answers}
          setUp={(made) => {
            model.current = made;
            made.onCurrentPageChanged.add(refresh);
            filling.setUp(made);
            refresh();
          }}
        />
      </FillingContext>
      <PlaceButton device={device} draft={draft} />
      {draft.wantsCompletion && isCutOff && (
        <Alert
          role="status"
          variant="outline"
          icon={<IconCloudOff />}
          title={t('fill.willComplete')}
        >
          {t('fill.willCompleteHint')}
        </Alert>
      )}
      <Text role="alert" c="var(--mantine-color-error)">
        {missing > 0 && t('fill.missing', { count: missing })}
      </Text>
      <Group>
        <Button
          size="md"
          leftSection={<IconCircleCheck size={20} aria-hidden />}
          onClick={complete}
          loading={draft.wantsCompletion && !isCutOff}
          disabled={draft.wantsCompletion}
        >
          {t('fill.complete')}
        </Button>
      </Group>
      {conflict !== undefined && (
        <MergeDialog
          key={JSON.stringify(conflict.fields)}
          clash={conflict}
          definition={definition}
          onChoose={(choices) =>
            void device.store
              .update(formId, (now) => chosen(now, choices, Date.now()))
              .then(() => device.sendNow())
          }
        />
      )}
    </Stack>
  );
}

/** Says what is missing, the first of it with the focus; else asks the server to complete the form. */
function useCompletion(
  device: Device,
  { formId, problem, edits }: Draft,
  model: { readonly current: Model | undefined },
  settled: () => Promise<boolean>,
) {
  const [missing, setMissing] = useState(0);
  const faults = problem?.step === 'complete' ? problem.faults : NO_FAULTS;
  const asked = useRef<number>(undefined);
  const showFaults = useEffectEvent((made: Model) => {
    const [first] = faultsIn(made, faults);
    // Also on another part of the form; but who has typed on since is elsewhere by now.
    if (first !== undefined && asked.current === edits) made.focusQuestion(first.name);
  });
  useEffect(() => {
    if (model.current !== undefined && faults.length > 0) showFaults(model.current);
  }, [model, faults]);
  const ask = async () => {
    // Without what the device did not keep, it would be completed without that.
    if (!(await settled())) return;
    const now = await device.store.update(formId, (kept) => ({ ...kept, wantsCompletion: true }));
    asked.current = now?.edits;
    await device.sendNow();
  };
  const complete = () => {
    const { current } = model;
    if (current === undefined) return;
    const isRight = current.validate(true, true);
    const wrong = isRight
      ? []
      : current.getAllQuestions(true).filter(({ errors }) => errors.length);
    setMissing(wrong.length);
    if (!isRight) return;
    void ask();
  };
  return { complete, missing };
}

const NO_FAULTS: readonly Fault[] = [];

/** What the server found wrong, beside the questions that it is about. @returns those */
const faultsIn = (model: Model, faults: readonly Fault[]): readonly Question[] =>
  faults.flatMap(({ at, text }) => {
    const question = model.getQuestionByName(at.replace(/[.[].*$/s, ''));
    question?.addError(text);
    return question ?? [];
  });

/** Where one is in a form of several parts. */
function Pages({ model }: { readonly model: Model | undefined }) {
  const { t } = useTranslation();
  const count = model?.visiblePageCount ?? 1;
  if (model === undefined || count < 2) return undefined;
  const at = model.currentPageNo + 1;
  const label = t('fill.part', { at, count });
  return (
    <div>
      <Text size="sm" role="status">
        {label}
      </Text>
      <Progress value={(at / count) * 100} size="sm" mt={4} aria-label={label} />
    </div>
  );
}

function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  useEffect(() => {
    // From now on this device is the only place: the browser is asked not to tidy it away.
    if (!isOnline) void navigator.storage.persist();
  }, [isOnline]);
  if (isOnline) return undefined;
  return (
    <Alert role="status" variant="outline" icon={<IconCloudOff />} title={t('fill.offline')}>
      {t('fill.offlineHint')}
    </Alert>
  );
}

function ProblemNote({ device, draft }: FillingProps) {
  const { t } = useTranslation();
  const { problem, formId } = draft;
  if (problem === undefined) return undefined;
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={t(problem.step === 'complete' ? 'fill.notCompleted' : 'fill.notSaved')}
    >
      <Text className="wrap-anywhere">{problem.text || t('fill.completedElsewhere')}</Text>
      {problem.faults.length > 0 && (
        <ul>
          {problem.faults.map(({ at, text }) => (
            <li key={`${at} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
      {problem.step !== 'complete' && (
        <Button mt="sm" size="xs" variant="default" onClick={() => void retry(device, formId)}>
          {t('fill.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}
