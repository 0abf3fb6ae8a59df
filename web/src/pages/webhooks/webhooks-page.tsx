import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { createWebhook, WEBHOOKS } from '#web/api/webhooks.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { ShownWebhookSecret, Webhook } from '#webhooks/app-types.ts';
import { useWebhookColumns } from './webhook-columns.tsx';
import { WebhookForm, type WebhookInput } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'made'; readonly made: ShownWebhookSecret };

/** The webhooks, each a receiver of events about forms. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const list = useList<Webhook>(WEBHOOKS);
  const columns = useWebhookColumns();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isEmpty = list.items.length === 0 && !list.isLoading && list.error === null;
  const button = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpen({ what: 'create' })}
    >
      {t('webhooks.new')}
    </Button>
  );
  return (
    <Page title={t('webhooks.title')} actions={!isEmpty && button}>
      <ListView
        list={list}
        label={t('webhooks.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={IconWebhook} title={t('webhooks.empty')} text={t('webhooks.lead')}>
            {button}
          </EmptyState>
        }
      />
      {open?.what === 'create' && (
        <WebhookForm
          send={({ templateId, description, ...rest }: WebhookInput) =>
            createWebhook({
              ...rest,
              ...(templateId !== undefined && { templateId }),
              ...(description !== undefined && { description }),
            })
          }
          onDone={(made) => setOpen({ what: 'made', made })}
          onCancel={close}
        />
      )}
      {open?.what === 'made' && <WebhookSecret made={open.made} onDone={close} />}
    </Page>
  );
}
