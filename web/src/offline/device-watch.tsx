import { Alert, Anchor } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FORMS } from '../api/forms.ts';
import { useSession } from '../api/session.ts';
import { signInPath, useSessionEnded } from '../api/session-end.ts';
import { useTranslation } from '../texts.ts';
import { keepApp } from './keep-app.ts';
import { UpdateNotice } from './update-notice.tsx';
import { useKept, useStorage } from './use-device.ts';

/**
 * Shown on every screen: sends what waits on this device, says so when the session has ended and nothing can be sent,
 * and offers a newer build of the app.
 */
export function DeviceWatch() {
  const { t } = useTranslation();
  const hasEnded = useSessionEnded(useSession().user.id);
  const device = useStorage();
  useEffect(keepApp, []);
  useFreshLists();
  useEffect(() => {
    if (!hasEnded) device?.sendSoon();
  }, [device, hasEnded]);
  if (!hasEnded) return <UpdateNotice />;
  return (
    <Alert role="alert" variant="outline" icon={<IconLogin2 />} title={t('fill.ended')} mb="md">
      {t('fill.endedHint')} <Anchor href={signInPath('session-ended')}>{t('fill.signIn')}</Anchor>
    </Alert>
  );
}

/** Reads the server's lists of forms again as soon as any tab has sent something. */
function useFreshLists(): void {
  const client = useQueryClient();
  const { data: waiting } = useKept(['waiting-ids'], async ({ waiting }) =>
    (await waiting()).map(({ formId }) => formId),
  );
  const before = useRef(waiting);
  useEffect(() => {
    const isSent = before.current?.some((id) => waiting?.includes(id) === false) ?? false;
    before.current = waiting;
    if (isSent) void client.invalidateQueries({ queryKey: [FORMS] });
  }, [waiting, client]);
}
