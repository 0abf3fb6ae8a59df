import { Code, Stack } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { CopyId } from '#web/components/copy-id.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { Time } from '#web/components/time.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { WebhookDelivery } from '#webhooks/app-types.ts';
import { isDelivered } from '#webhooks/is-delivered.ts';
import { AnswerText } from './answer-text.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { useEventWords } from './use-event-words.ts';

interface DeliveryDialogProps {
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
}

/** Shows one delivery, and each attempt with what the receiver answered. */
export function DeliveryDialog({ delivery, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation();
  const wordsOf = useEventWords();
  const { id, type, at, nextAttemptAt, attempts } = delivery;
  const facts = [
    { name: t('webhooks.state'), value: <DeliveryState delivery={delivery} /> },
    { name: t('webhooks.when'), value: <Time at={at} isExact /> },
    ...(nextAttemptAt === undefined
      ? []
      : [{ name: t('webhooks.nextAttempt'), value: <Time at={nextAttemptAt} /> }]),
    { name: t('webhooks.deliveryId'), value: <CopyId name={t('webhooks.deliveryId')} id={id} /> },
  ];
  return (
    <Dialog title={wordsOf(type)} size="lg" onClose={onClose}>
      <Stack>
        <FactList facts={facts} />
        {attempts.length === 0 ? (
          t('webhooks.noAttempt')
        ) : (
          <Timeline
            events={attempts.map((attempt) => ({
              id: attempt.at,
              at: attempt.at,
              ...(isDelivered(attempt)
                ? { icon: IconCheck, tone: 'green' as const }
                : { icon: IconX, tone: 'red' as const }),
              title: <AnswerText {...attempt} />,
              children: attempt.answer && (
                <Code block tabIndex={0} className="wrap-lines">
                  {attempt.answer}
                </Code>
              ),
            }))}
          />
        )}
      </Stack>
    </Dialog>
  );
}
