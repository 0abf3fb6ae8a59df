import { Button } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { deliveriesOf, lookAgain, resend } from '#web/api/webhooks.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Webhook, WebhookDelivery } from '#webhooks/app-types.ts';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { lookSoon } from './look-soon.ts';

/** The recent and waiting deliveries of a webhook, with their results. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const list = useList<WebhookDelivery>(deliveriesOf(webhook.id));
  const act = useAct((delivery: WebhookDelivery) => resend(webhook.id, delivery), lookSoon);
  const [open, setOpen] = useState<WebhookDelivery>();
  const columns = useDeliveryColumns({
    onOpen: setOpen,
    onResend: webhook.state === 'active' ? act.run : undefined,
  });
  return (
    <Section
      title={t('webhooks.deliveries')}
      lead={t('webhooks.deliveriesLead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void lookAgain()}
        >
          {t('webhooks.refresh')}
        </Button>
      }
    >
      {act.problem && <Problem error={act.problem} />}
      <ListView
        list={list}
        label={t('webhooks.deliveries')}
        columns={columns}
        idOf={({ id }) => id}
        empty={<EmptyState icon={IconSend} title={t('webhooks.noDeliveries')} />}
      />
      {open !== undefined && <DeliveryDialog delivery={open} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}
