import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GroupList, UserList } from '#administration/app-types.ts';
import { get } from '#web/api/client.ts';
import { GROUPS } from '#web/api/groups.ts';
import { USERS } from '#web/api/users.ts';
import { Callout } from '#web/components/callout.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const FIRST = { namesakes: true, limit: 1 } as const;

/** Tells of users or groups whose names differ only in white space, which new names may not. */
export function NamesAlike() {
  const { t } = useTranslation();
  const users = useQuery({
    queryKey: ['names-alike', 'users'],
    queryFn: () => get<UserList>(USERS, FIRST),
  });
  const groups = useQuery({
    queryKey: ['names-alike', 'groups'],
    queryFn: () => get<GroupList>(GROUPS, FIRST),
  });
  const hasUsers = (users.data?.items.length ?? 0) > 0;
  const hasGroups = (groups.data?.items.length ?? 0) > 0;
  if (!hasUsers && !hasGroups) return undefined;
  return (
    <Callout
      role="status"
      tone="amber"
      icon={IconAlertTriangle}
      title={t('provisioning.warning.namesTitle')}
    >
      <Text>{t('provisioning.warning.names')}</Text>
      <Group mt="xs">
        {hasUsers && (
          <Anchor component={Link} to="/settings/users?names=alike">
            {t('provisioning.warning.toUsers')}
          </Anchor>
        )}
        {hasGroups && (
          <Anchor component={Link} to="/settings/groups?names=alike">
            {t('provisioning.warning.toGroups')}
          </Anchor>
        )}
      </Group>
    </Callout>
  );
}
