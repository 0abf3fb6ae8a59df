import { Alert, Anchor } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import { signInPath, useSessionEnded } from '../api/session-end.ts';
import { keepApp } from './keep-app.ts';
import { useStorage } from './use-device.ts';

/** On every page: sends what waits on this device, and says so when nobody is signed in to send it as. */
export function DeviceWatch() {
  const { t } = useTranslation();
  const hasEnded = useSessionEnded(useSession().user.id);
  const device = useStorage();
  useEffect(keepApp, []);
  useEffect(() => {
    if (!hasEnded) device?.sendSoon();
  }, [device, hasEnded]);
  if (!hasEnded) return undefined;
  return (
    <Alert role="alert" variant="outline" icon={<IconLogin2 />} title={t('fill.ended')} mb="md">
      {t('fill.endedHint')} <Anchor href={signInPath('session-ended')}>{t('fill.signIn')}</Anchor>
    </Alert>
  );
}
