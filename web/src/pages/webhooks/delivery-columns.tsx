import { ActionIcon, Anchor, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { WebhookDelivery } from '#webhooks/app-types.ts';
import { AnswerText } from './answer-text.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { useEventWords } from './use-event-words.ts';

interface DeliveryDeeds {
  readonly onOpen: (delivery: WebhookDelivery) => void;
  /** Undefined while the webhook is turned off. */
  readonly onResend: ((delivery: WebhookDelivery) => void) | undefined;
}

/** Returns the columns of the list of deliveries. */
export function useDeliveryColumns(deeds: DeliveryDeeds): readonly Column<WebhookDelivery>[] {
  const { onOpen, onResend } = deeds;
  const { t } = useTranslation();
  const wordsOf = useEventWords();
  return [
    {
      id: 'event',
      header: t('webhooks.whatHappened'),
      width: 'minmax(0, 1.4fr)',
      cell: (delivery) => (
        <Anchor component="button" type="button" inherit onClick={() => onOpen(delivery)}>
          {wordsOf(delivery.type)}
        </Anchor>
      ),
    },
    {
      id: 'state',
      header: t('webhooks.state'),
      width: '8.5rem',
      phone: 'corner',
      cell: (delivery) => <DeliveryState delivery={delivery} />,
    },
    {
      id: 'answer',
      header: t('webhooks.answer'),
      width: 'minmax(0, 1fr)',
      cell: (delivery) => <Answer {...delivery} />,
    },
    {
      id: 'at',
      header: t('webhooks.when'),
      width: '7rem',
      cell: ({ at }) => <Time at={at} />,
    },
    {
      id: 'actions',
      header: t('list.actions'),
      width: '3.5rem',
      phone: 'corner',
      cell: (delivery) =>
        onResend && (
          <Tooltip label={t('webhooks.resend')}>
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('webhooks.resendOf', { name: delivery.id })}
              onClick={() => onResend(delivery)}
            >
              <IconRefresh size={18} />
            </ActionIcon>
          </Tooltip>
        ),
    },
  ];
}

/** The result of the last attempt, and the time of the next one. */
function Answer({ attempts, nextAttemptAt }: WebhookDelivery) {
  const { t } = useTranslation();
  const last = attempts.at(-1);
  return (
    <>
      {last === undefined ? t('webhooks.noAttempt') : <AnswerText {...last} />}
      {nextAttemptAt !== undefined && (
        <Text size="xs" c="dimmed">
          {`${t('webhooks.nextAttempt')} `}
          <Time at={nextAttemptAt} />
        </Text>
      )}
    </>
  );
}
