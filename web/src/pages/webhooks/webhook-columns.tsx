import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Webhook } from '#webhooks/app-types.ts';
import { templateText } from './template-text.ts';
import { useEventWords } from './use-event-words.ts';
import { WebhookState } from './webhook-state.tsx';

/** Returns the columns of the list of webhooks. */
export function useWebhookColumns(): readonly Column<Webhook>[] {
  const { t } = useTranslation();
  const wordsOf = useEventWords();
  return [
    {
      id: 'name',
      header: t('webhooks.receiver'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ id, description, targetUrl }) => (
        <LinkAnchor to="/webhooks/$id" params={{ id }} fw={550} inherit>
          {description ?? targetUrl}
        </LinkAnchor>
      ),
    },
    {
      id: 'url',
      header: t('webhooks.address'),
      width: 'minmax(0, 1.5fr)',
      // Empty for a webhook without a name, because the first column shows its URL then.
      cell: ({ description, targetUrl }) => description !== undefined && targetUrl,
    },
    {
      id: 'events',
      header: t('webhooks.events'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ eventTypes }) => eventTypes.map(wordsOf).join(', '),
    },
    {
      id: 'template',
      header: t('webhooks.template'),
      phone: 'labelled',
      cell: (webhook) => templateText(webhook, t),
    },
    {
      id: 'state',
      header: t('webhooks.state'),
      width: '6.5rem',
      phone: 'corner',
      cell: (webhook) => <WebhookState {...webhook} />,
    },
    {
      id: 'created',
      header: t('webhooks.created'),
      width: '7.5rem',
      phone: 'hidden',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
}
