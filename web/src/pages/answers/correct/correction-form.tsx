import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { type AppAnswer, readAgain } from '#web/api/corrections.ts';
import { problemText } from '#web/components/problem.tsx';
import { useFaultWords } from '#web/kinds/fault-words.ts';
import { faultsIn } from '#web/offline/form-server.ts';
import { type TFunction, texts, useTranslation } from '#web/texts/texts.ts';
import { AnswerInput } from './answer-input.tsx';
import type { CorrectionProps } from './correction-props.ts';
import { elsewhereText } from './elsewhere-text.ts';
import { answerText, readTyped, type Typed, typedOf } from './typed.ts';
import { type Conflict, useSending } from './use-sending.ts';

interface CorrectionFormProps extends CorrectionProps {
  /** The answer as it was when the correction began. */
  readonly first: AppAnswer;
}

/** The control for one answer. What is typed stays until it is stored or given up, whatever the server says. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { template, item, field, first, typed: kept, onSaved, onClose } = props;
  const { t } = useTranslation();
  const { language } = texts;
  const place = { template, form: item.id, field: field.id };
  const { answer, conflict, problem, isRunning, send } = useSending(place, first, onSaved);
  const [typed, setTyped] = useState(() => kept.current ?? typedOf(first, language));
  const [unread, setUnread] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  // It opens before the answer is loaded, so that the focus has to be moved here.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const faults = useFaults(problem, answer);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const reading = readTyped(first, typed, language);
    setUnread('fault' in reading ? reading.fault : undefined);
    if ('value' in reading) send(reading.value);
  };
  const type = (next: Typed) => {
    setTyped(next);
    setUnread(undefined);
    kept.current = next;
  };
  const close = () => {
    onClose();
    // Not before: the row would move away from what is open beside it.
    if (conflict) void readAgain(template);
  };
  return (
    <form ref={form} onSubmit={save} onKeyDown={sendByKey} noValidate>
      <Stack gap="xs">
        <AnswerInput
          answer={first}
          typed={typed}
          shown={item.cells[field.id] ?? ''}
          fault={unread ?? faults.own}
          onType={type}
        />
        {faults.others.length > 0 && (
          <Alert role="alert" variant="outline" color="red" p="xs" icon={<IconAlertTriangle />}>
            {faults.others.map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Alert>
        )}
        {conflict && problem === undefined && (
          <Alert role="alert" variant="outline" color="yellow" p="xs" icon={<IconAlertTriangle />}>
            <Text size="sm">{conflictText(t, conflict, answerText(answer, language))}</Text>
            {answer.elsewhere !== undefined && (
              <Text size="sm">{elsewhereText(answer.elsewhere)}</Text>
            )}
          </Alert>
        )}
        {answer.status === 'complete' && (
          <Text size="xs" c="dimmed">
            {t('correct.complete')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={close}>
            {t(conflict ? 'correct.discard' : 'common.cancel')}
          </Button>
          <Button type="submit" size="xs" loading={isRunning}>
            {t(conflict ? 'correct.saveMine' : 'correct.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** In text of several lines, Enter begins a new one. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function conflictText(t: TFunction, { by, isOfAnswer }: Conflict, value: string): string {
  const who = by === undefined ? t('correct.conflict') : t('correct.conflictBy', { name: by });
  if (!isOfAnswer) return `${who} ${t('correct.isSame')}`;
  return `${who} ${t('correct.isNow', { value: value === '' ? t('correct.none') : value })}`;
}

/** The most faults that are shown beside a cell. */
const MOST_SHOWN = 3;

interface Faults {
  /** What is wrong with the answer itself. */
  readonly own: string | undefined;
  /** Everything else that was refused. */
  readonly others: readonly string[];
}

function useFaults(problem: Error | undefined, { name, titles }: AppAnswer): Faults {
  const { t } = useTranslation();
  const wordsOf = useFaultWords();
  if (problem === undefined) return { own: undefined, others: [] };
  const listed = problem instanceof ApiError ? faultsIn(problem.members['faults']) : [];
  const [own, others] = [true, false].map((isOwn) =>
    listed.filter(({ at }) => (fieldOf(at) === name) === isOwn),
  );
  if (listed.length === 0) return { own: undefined, others: [problemText(problem, t)] };
  const rest = (others ?? []).map((fault) =>
    t('correct.inOther', {
      title: titles[fieldOf(fault.at)] ?? fieldOf(fault.at),
      text: wordsOf(fault),
    }),
  );
  const left = rest.length - MOST_SHOWN;
  const more = left > 0 ? [t('correct.more', { count: left })] : [];
  const [first] = own ?? [];
  return { own: first && wordsOf(first), others: [...rest.slice(0, MOST_SHOWN), ...more] };
}

/** The question that contains the answer at a position. */
const fieldOf = (at: string): string => at.replace(/[.[].*$/s, '');
