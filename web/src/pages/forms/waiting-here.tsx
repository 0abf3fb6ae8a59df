import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Section } from '../../components/section.tsx';
import { useKept } from '../../offline/use-device.ts';

/** What this device has and the server has not: it is in no list of the server's yet, or not as it is here. */
export function WaitingHere() {
  const { t } = useTranslation();
  const { data: drafts = [] } = useKept(['waiting'], ({ waiting }) => waiting());
  if (drafts.length === 0) return undefined;
  return (
    <Section
      title={t('forms.waitingHere')}
      actions={<LinkAnchor to="/outbox">{t('forms.toOutbox')}</LinkAnchor>}
    >
      {drafts.map(({ formId, name }) => (
        <Group key={formId} gap="sm">
          <Anchor component={Link} to={`/forms/${formId}/fill`} className="wrap-anywhere">
            {name}
          </Anchor>
          <Badge>
            <Text span inherit>
              {t('forms.waitsHere')}
            </Text>
          </Badge>
        </Group>
      ))}
    </Section>
  );
}
