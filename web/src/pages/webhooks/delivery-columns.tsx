import { Button, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WebhookDelivery } from '#webhooks/app-types.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useEventWords } from './use-event-words.ts';

/** Of what was sent; `onResend` is told what to send again, and left out while nothing is sent. */
export function useDeliveryColumns(
  onResend: ((delivery: WebhookDelivery) => void) | undefined,
): readonly Column<WebhookDelivery>[] {
  const { t } = useTranslation();
  const wordsOf = useEventWords();
  return [
    {
      id: 'event',
      header: t('webhooks.whatHappened'),
      cell: ({ type, id }) => (
        <Stack gap={2}>
          <Text>{wordsOf(type)}</Text>
          <Code fz="xs" className="wrap-anywhere">
            {id}
          </Code>
        </Stack>
      ),
      width: 'minmax(0, 2fr)',
    },
    { id: 'at', header: t('webhooks.when'), cell: ({ at }) => <Time at={at} /> },
    { id: 'state', header: t('webhooks.state'), cell: (each) => <State {...each} /> },
    {
      id: 'answer',
      header: t('webhooks.answer'),
      cell: (each) => <Answer {...each} />,
      width: 'minmax(0, 2fr)',
    },
    {
      id: 'actions',
      header: t('list.actions'),
      cell: (delivery) =>
        onResend && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('webhooks.resendOf', { name: delivery.id })}
            onClick={() => onResend(delivery)}
          >
            {t('webhooks.resend')}
          </Button>
        ),
      width: '8.5rem',
    },
  ];
}

function State({ state, nextAttemptAt }: WebhookDelivery) {
  const { t } = useTranslation();
  return (
    <>
      {t(`webhooks.delivery.${state}`)}
      {state === 'waiting' && nextAttemptAt !== undefined && (
        <Text size="xs" c="dimmed">
          {`${t('webhooks.nextAttempt')} `}
          <Time at={nextAttemptAt} />
        </Text>
      )}
    </>
  );
}

function Answer({ attempts }: WebhookDelivery) {
  const { t } = useTranslation();
  const last = attempts.at(-1);
  if (last === undefined) return t('webhooks.noAttempt');
  const { status, error, ms, answer } = last;
  return (
    <Stack gap={2}>
      <Text
        size="sm"
        className="wrap-anywhere"
        // The server names the reason in English.
        lang={status === undefined ? 'en' : undefined}
      >
        {status === undefined ? error : t('webhooks.answered', { status, ms })}
      </Text>
      {attempts.length > 1 && (
        <Text size="xs" c="dimmed">
          {t('webhooks.attempts', { count: attempts.length })}
        </Text>
      )}
      {answer !== undefined && (
        <Code fz="xs" className="wrap-anywhere">
          {answer.slice(0, 200)}
        </Code>
      )}
    </Stack>
  );
}
