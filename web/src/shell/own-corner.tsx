import { Group } from '@mantine/core';
import { useEffect } from 'react';
import { followUnread } from '#web/api/notices.ts';
import { useSession } from '#web/api/session.ts';
import { Bell } from './bell.tsx';
import { UserMenu } from './user-menu.tsx';

/** What belongs to the person on every screen: their notices, and their menu. */
export function OwnCorner() {
  const { user } = useSession();
  useEffect(() => {
    const stop = new AbortController();
    followUnread(user.id, stop.signal);
    return () => stop.abort();
  }, [user.id]);
  return (
    <Group gap={0} wrap="nowrap" justify="space-between">
      <UserMenu />
      <Bell />
    </Group>
  );
}
