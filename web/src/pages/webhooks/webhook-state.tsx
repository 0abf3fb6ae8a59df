import { Badge, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#webhooks/app-types.ts';

/** Whether it works, in a word and not in colour alone. */
export function WebhookState({ state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>) {
  const { t } = useTranslation();
  if (state === 'disabled') return <Badge color="red">{t('webhooks.states.disabled')}</Badge>;
  if (failingSince === undefined) return <Badge>{t('webhooks.states.active')}</Badge>;
  return (
    <Group gap={4} wrap="nowrap">
      <IconAlertTriangle size={18} aria-hidden style={{ flexShrink: 0 }} />
      {t('webhooks.states.failing')}
    </Group>
  );
}
