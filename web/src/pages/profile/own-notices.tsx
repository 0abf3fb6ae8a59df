import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Leads to what the person chose about notices. */
export function OwnNotices() {
  const { t } = useTranslation();
  return (
    <Section title={t('ownNotices.title')} lead={t('ownNotices.lead')}>
      <Group>
        <Button component={Link} to="/notices/settings" variant="default">
          {t('ownNotices.open')}
        </Button>
      </Group>
    </Section>
  );
}
