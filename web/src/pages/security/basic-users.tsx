import { Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#administration/app-types.ts';
import { AUDIT, BASIC_USE } from '#web/api/audit.ts';
import { Labelled } from '#web/components/labelled.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { MoreButton } from '#web/lists/more-button.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The users who would be rejected without HTTP Basic. The audit log has at most one event per user, address and hour.
 */
export function BasicUsers() {
  const { t } = useTranslation();
  const since = new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10);
  const list = useList<AuditEntry>(AUDIT, { ...BASIC_USE, from: since });
  const { first } = list;
  const newest = newestByUser(list.items);
  return (
    <Labelled label={t('security.users')}>
      <Stack gap="xs">
        {first === undefined && list.isLoading && <Loading />}
        {first && !list.hasMore && newest.length === 0 && <Text>{t('security.nobody')}</Text>}
        <List>
          {newest.map(({ at, user }) => (
            <List.Item key={user?.id}>
              <Anchor component={Link} to={`/settings/users/${user?.id}`}>
                {user?.name ?? user?.id}
              </Anchor>
              {`, ${t('security.lastUse')} `}
              <Time at={at} />
            </List.Item>
          ))}
        </List>
        {list.hasMore && <Text size="sm">{t('security.moreUses')}</Text>}
        <MoreButton list={list} />
        {newest.length > 0 && (
          <LinkAnchor to="/settings/audit" search={BASIC_USE} w="fit-content">
            {t('security.usersInAudit')}
          </LinkAnchor>
        )}
      </Stack>
    </Labelled>
  );
}

/** Returns the newest event of each user. The entries come newest first. */
function newestByUser(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const isFirst = ({ user }: AuditEntry, i: number) =>
    entries.findIndex((each) => each.user?.id === user?.id) === i;
  return entries.filter((entry) => entry.user !== undefined).filter(isFirst);
}
