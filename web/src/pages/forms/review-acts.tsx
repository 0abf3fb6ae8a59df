// What a reviewer does with a form, on its page and in the list of reviews.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Form } from '#web/api/forms.ts';
import { decide } from '#web/api/reviews.ts';
import { problemText } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { DecisionDialog } from './decision-dialog.tsx';

type Reviewed = Pick<Form, 'id' | 'name' | 'revision' | 'fields'>;

/** What can be done with a form in review, by buttons or keys. */
export interface Reviewing {
  readonly approve: () => void;
  readonly ask: (dialog: 'send-back' | 'reject') => void;
  readonly dialog: 'send-back' | 'reject' | undefined;
  readonly close: () => void;
  readonly isRunning: boolean;
}

/** @param onDone called once the form is decided on, or turns out to be decided on by another reviewer */
export function useReviewing(form: Reviewed | undefined, onDone?: () => void): Reviewing {
  const { t } = useTranslation();
  const [dialog, ask] = useState<'send-back' | 'reject'>();
  const [isRunning, setRunning] = useState(false);
  const approve = async () => {
    if (form === undefined || isRunning) return;
    setRunning(true);
    try {
      const review = await decide(form, 'approve');
      const isPassed = review?.state === 'in-review';
      notifications.show({ message: t(isPassed ? 'reviews.passed' : 'reviews.approved') });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notifications.show({ color: 'red', message: problemText(error, t) });
    } finally {
      setRunning(false);
      onDone?.();
    }
  };
  return {
    approve: () => void approve(),
    ask: (next) => form && ask(next),
    dialog,
    close: () => ask(undefined),
    isRunning,
  };
}

interface ReviewActsProps {
  readonly form: Reviewed;
  readonly reviewing: Reviewing;
  readonly onDone?: () => void;
}

/** The buttons of a reviewer, and the dialogs that they open. */
export function ReviewActs({ form, reviewing, onDone }: ReviewActsProps) {
  const { t } = useTranslation();
  const { approve, ask, dialog, close, isRunning } = reviewing;
  return (
    <>
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        loading={isRunning}
        onClick={approve}
      >
        {t('reviews.approve')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => ask('send-back')}
      >
        {t('reviews.sendBack')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden />}
        onClick={() => ask('reject')}
      >
        {t('reviews.reject')}
      </Button>
      {dialog !== undefined && (
        <DecisionDialog form={form} decision={dialog} {...(onDone && { onDone })} onClose={close} />
      )}
    </>
  );
}
