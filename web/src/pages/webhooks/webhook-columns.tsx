import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#webhooks/app-types.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useEventWords } from './use-event-words.ts';
import { WebhookState } from './webhook-state.tsx';

/** Of the list of webhooks. */
export function useWebhookColumns(): readonly Column<Webhook>[] {
  const { t } = useTranslation();
  const wordsOf = useEventWords();
  return [
    {
      id: 'name',
      header: t('webhooks.receiver'),
      cell: ({ id, description, targetUrl }) => (
        <Stack gap={2}>
          <LinkAnchor to="/webhooks/$id" params={{ id }} className="wrap-anywhere">
            {description ?? targetUrl}
          </LinkAnchor>
          {description !== undefined && (
            <Text size="xs" c="dimmed" className="wrap-anywhere">
              {targetUrl}
            </Text>
          )}
        </Stack>
      ),
      width: 'minmax(0, 2fr)',
    },
    {
      id: 'events',
      header: t('webhooks.events'),
      cell: ({ eventTypes }) => eventTypes.map(wordsOf).join(', '),
      width: 'minmax(0, 2fr)',
    },
    {
      id: 'template',
      header: t('webhooks.template'),
      cell: ({ templateId, templateName }) =>
        templateId === undefined ? t('webhooks.allTemplates') : (templateName ?? templateId),
    },
    { id: 'state', header: t('webhooks.state'), cell: (webhook) => <WebhookState {...webhook} /> },
    {
      id: 'created',
      header: t('webhooks.created'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
}
