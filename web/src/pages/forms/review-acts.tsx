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
import { signingOf, typedOf } from './office-values.ts';

type Reviewed = Pick<Form, 'id' | 'name' | 'revision' | 'fields'>;

/** What can be done with a form in review, by buttons or keys. */
export interface Reviewing {
  readonly approve: () => void;
  readonly ask: (dialog: 'send-back' | 'reject') => void;
  readonly dialog: 'send-back' | 'reject' | undefined;
  readonly close: () => void;
  readonly isRunning: boolean;
}

/** Lets a reviewer decide on a form; undefined: there is none yet. */
export function useReviewing(form: Reviewed | undefined): Reviewing {
  const { t } = useTranslation();
  const [asked, ask] = useState<{ readonly kind: 'send-back' | 'reject'; readonly id: string }>();
  const [isRunning, setRunning] = useState(false);
  const approve = async () => {
    if (form === undefined || isRunning) return;
    const typed = typedOf(form.id);
    if (typed?.check() === false) {
      notifications.show({ color: 'red', message: t('reviews.officeMissing') });
      return;
    }
    const signing = signingOf(form.id);
    if (signing?.check() === false) {
      notifications.show({ color: 'red', message: t('reviews.signFirst') });
      return;
    }
    setRunning(true);
    try {
      const signature = await signing?.send();
      const review = await decide(form, 'approve', { office: typed?.answers(), signature });
      const isPassed = review?.state === 'in-review';
      notifications.show({ message: t(isPassed ? 'reviews.passed' : 'reviews.approved') });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notifications.show({ color: 'red', message: problemText(error, t) });
    } finally {
      setRunning(false);
    }
  };
  return {
    approve: () => void approve(),
    ask: (kind) => form && ask({ kind, id: form.id }),
    // A dialog is about the form that it was opened for, and no other that takes its position in a list.
    dialog: asked?.id === form?.id ? asked?.kind : undefined,
    close: () => ask(undefined),
    isRunning,
  };
}

interface ReviewActsProps {
  readonly reviewing: Reviewing;
}

/** The buttons of a reviewer. */
export function ReviewActs({ reviewing: { approve, ask, isRunning } }: ReviewActsProps) {
  const { t } = useTranslation();
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
    </>
  );
}

/** The dialog that a reviewer has opened. Apart from the buttons, which a narrower window may leave out. */
export function ReviewDialog({
  form,
  reviewing: { dialog, close },
}: ReviewActsProps & { readonly form: Reviewed }) {
  return dialog && <DecisionDialog form={form} decision={dialog} onClose={close} />;
}
