import { Alert, Anchor } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FORMS } from '#web/api/forms.ts';
import { useSession } from '#web/api/session.ts';
import { signInPath, useSessionEnded } from '#web/api/session-end.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Device } from './device.ts';
import { keepApp, listenForUpdate } from './keep-app.ts';
import { keepKindsOf } from './keep-kinds.ts';
import { UpdateNotice } from './update-notice.tsx';
import { useKept, useStorage } from './use-device.ts';
import { useKeptAhead } from './use-work-set.ts';

/**
 * Shown on every screen: sends what waits on this device, keeps open forms here ahead of time, says so when the session
 * has ended and nothing can be sent, and offers a newer build of the app.
 */
export function DeviceWatch() {
  const { t } = useTranslation();
  const hasEnded = useSessionEnded(useSession().user.id);
  const device = useStorage();
  useEffect(keepApp, []);
  useFreshLists(device);
  useKeptKinds(device);
  useKeptAhead(device, hasEnded);
  useEffect(() => {
    if (!hasEnded) device?.sendSoon();
  }, [device, hasEnded]);
  if (!hasEnded) return <UpdateNotice />;
  return (
    <Alert
      className="session-ended"
      role="alert"
      variant="outline"
      icon={<IconLogin2 />}
      title={t('fill.ended')}
      mb="md"
    >
      {t('fill.endedHint')} <Anchor href={signInPath('session-ended')}>{t('fill.signIn')}</Anchor>
    </Alert>
  );
}

/** Each build has files of its own for the types of fields that forms on this device have. */
function useKeptKinds(device: Device | undefined): void {
  useEffect(() => {
    if (device === undefined) return;
    const keep = async () => {
      const [drafts, templates] = [await device.store.drafts(), await device.store.templates()];
      keepKindsOf([...drafts, ...templates].map(({ definition }) => definition));
    };
    const keepSoon = () => void keep().catch(() => undefined);
    keepSoon();
    return listenForUpdate(keepSoon);
  }, [device]);
}

/**
 * Reads the server's lists of forms again when any tab has sent something. What this tab sent before this screen was
 * there counts too: the device does not wait for screens.
 */
function useFreshLists(device: Device | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    const sentAt = device?.sentAt() ?? 0;
    if (sentAt > 0) {
      void client.invalidateQueries({
        queryKey: [FORMS],
        predicate: ({ state }) => state.dataUpdatedAt <= sentAt,
      });
    }
  }, [device, client]);
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
