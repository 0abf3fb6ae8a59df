import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Says that a form is not on this device, without a network. */
export function NotHere({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Page title={t('fillNotes.notHere')}>
      <EmptyState icon={IconCloudOff} title={t('fill.offline')} text={t('fillNotes.notHereHint')}>
        <Button onClick={onRetry}>{t('fill.tryAgain')}</Button>
        <Button variant="default" component={Link} to="/outbox">
          {t('fill.toOutbox')}
        </Button>
      </EmptyState>
    </Page>
  );
}
