import { ActionIcon, Anchor, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { WebhookDelivery } from '#webhooks/app-types.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useTranslation } from '../../texts.ts';
import { AnswerText } from './delivery-dialog.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { useEventWords } from './use-event-words.ts';

interface DeliveryDeeds {
  readonly onOpen: (delivery: WebhookDelivery) => void;
  /** Left out while nothing is sent. */
  readonly onResend: ((delivery: WebhookDelivery) => void) | undefined;
}

/** Of what was sent to a webhook. */
export function useDeliveryColumns(deeds: DeliveryDeeds): readonly Column<WebhookDelivery>[] {
  const { onOpen, onResend } = deeds;
  const { t } = useTranslation();
  const wordsOf = useEventWords();
  return [
    {
      id: 'event',
      header: t('webhooks.whatHappened'),
      cell: (delivery) => (
        <Anchor component="button" type="button" inherit onClick={() => onOpen(delivery)}>
          {wordsOf(delivery.type)}
        </Anchor>
      ),
    },
    {
      id: 'state',
      header: t('webhooks.state'),
      width: '7rem',
      phone: 'corner',
      cell: (delivery) => <DeliveryState delivery={delivery} />,
    },
    {
      id: 'answer',
      header: t('webhooks.answer'),
      width: 'minmax(0, 1.5fr)',
      cell: (delivery) => <Answer {...delivery} />,
    },
    {
      id: 'at',
      header: t('webhooks.when'),
      width: '7.5rem',
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

/** How the last attempt went, and when the next one is. */
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
