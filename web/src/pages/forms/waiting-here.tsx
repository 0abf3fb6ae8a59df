import { Anchor, Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Section } from '../../components/section.tsx';
import type { Device } from '../../offline/device.ts';
import { useKept } from '../../offline/use-device.ts';
import { useIsOnline } from '../../offline/use-is-online.ts';

/**
 * What this device has and the server has not: it is in no list of the server's yet, or not as it is here.
 * Without a network, whatever can be filled in here.
 */
export function WaitingHere() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { data: kept = [] } = useKept(['kept-here'], keptHere);
  const drafts = isOnline ? kept.filter(({ isUnsent }) => isUnsent) : kept;
  if (drafts.length === 0) return undefined;
  return (
    <Section
      title={t('forms.waitingHere')}
      actions={<LinkAnchor to="/outbox">{t('forms.toOutbox')}</LinkAnchor>}
    >
      {drafts.map(({ formId, name, isUnsent }) => (
        <Group key={formId} gap="sm">
          <Anchor component={Link} to={`/forms/${formId}/fill`} className="wrap-anywhere">
            {name}
          </Anchor>
          {isUnsent && <Badge>{t('forms.waitsHere')}</Badge>}
        </Group>
      ))}
    </Section>
  );
}

async function keptHere({ store, waiting }: Device) {
  const unsent = new Set((await waiting()).map(({ formId }) => formId));
  const drafts = [...(await store.drafts())].sort((a, b) => b.changedAt - a.changedAt);
  return drafts.map(({ formId, name }) => ({ formId, name, isUnsent: unsent.has(formId) }));
}
