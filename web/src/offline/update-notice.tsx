import { Alert, Anchor } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import { hasUpdate, listenForUpdate } from './keep-app.ts';

/**
 * Offers to load a newer build of the app. It never loads it by itself: somebody may be typing. A form that is being
 * filled in is kept on this device, and the browser asks before anything else that was typed is lost.
 */
export function UpdateNotice() {
  const { t } = useTranslation();
  if (!useSyncExternalStore(listenForUpdate, hasUpdate)) return undefined;
  return (
    <Alert role="status" variant="outline" icon={<IconRefresh />} title={t('fill.update')} mb="md">
      {t('fill.updateHint')}{' '}
      <Anchor component="button" type="button" onClick={() => window.location.reload()}>
        {t('fill.updateNow')}
      </Anchor>
    </Alert>
  );
}
