import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Question, questionsOf } from '#questionnaires/reading/questions.ts';
import { refusalText } from '#web/components/problem.tsx';
import { Time } from '#web/components/time.tsx';
import { useFaultWords } from '#web/kinds/fault-words.ts';
import { type Device, retry } from '#web/offline/device.ts';
import type { Draft, Trouble } from '#web/offline/draft.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { faultPlace } from './fault-place.ts';
import { GoneNote } from './gone-note.tsx';

interface ProblemNoteProps {
  readonly device: Device;
  readonly draft: Draft;
  /** The form is no longer this person's. */
  readonly isLost: boolean;
}

/** Shows what the server refused, answer by answer, and a button to try again. */
export function ProblemNote({ device, draft, isLost }: ProblemNoteProps) {
  const { t } = useTranslation();
  const wordsOf = useFaultWords();
  const { problem, formId, definition } = draft;
  if (problem === undefined) return undefined;
  if (isLost) return <GoneNote device={device} draft={draft} />;
  const questions: readonly Question[] =
    problem.faults.length === 0
      ? []
      : questionsOf(JSON.parse(JSON.stringify(definition)), shownLanguage());
  const placeOf = (at: string) =>
    faultPlace(questions, at, (number) => t('fillNotes.row', { number }));
  // The server's own sentence uses the names of questions, which people who fill in the form never see.
  const said = problem.faults.length === 0 ? problem : { ...problem, text: '' };
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={t(titleOf(problem))}
    >
      <Text className="wrap-anywhere">
        {problem.text === '' ? t('fillNotes.completedElsewhere') : refusalText(said, t)}
      </Text>
      <LostBy {...problem.members} />
      {problem.isPassing && <Text mt="xs">{t('fill.keptUntilRoom')}</Text>}
      {problem.faults.length > 0 && (
        <ul>
          {problem.faults.map((fault) => (
            <li key={`${fault.at} ${fault.text}`} className="wrap-anywhere">
              {`${placeOf(fault.at)}: ${wordsOf(fault)}`}
            </li>
          ))}
        </ul>
      )}
      {(problem.step !== 'complete' || problem.isPassing) && (
        <Button mt="sm" size="xs" variant="default" onClick={() => void retry(device, formId)}>
          {t('fill.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}

function titleOf({ step, members = {} }: Trouble) {
  if (members['lostAt'] !== undefined) return 'fillNotes.lostWork';
  return step === 'complete' ? 'fillNotes.notCompleted' : 'fillNotes.notSaved';
}

/** Who took the work away or ended it, and when. */
function LostBy({ lostBy, lostAt }: Readonly<Record<string, string | number>>) {
  const { t } = useTranslation();
  if (typeof lostBy !== 'string' || typeof lostAt !== 'string') return undefined;
  return (
    <Text className="wrap-anywhere">
      {t('fillNotes.gone.by', { name: lostBy })} · <Time at={lostAt} isExact />
    </Text>
  );
}
