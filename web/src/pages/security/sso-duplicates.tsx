import { Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SsoConnection, SsoDuplicate } from '#sign-in/app-types.ts';
import { duplicatesPath } from '#web/api/sso.ts';
import { Callout } from '#web/components/callout.tsx';
import { MoreButton } from '#web/lists/more-button.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

const PAGE_SIZE = 20;

/** The users whom a connection can't tell apart: the screen shows nothing while there are none. */
export function SsoDuplicates({
  connection: { id, name },
}: {
  readonly connection: SsoConnection;
}) {
  const { t } = useTranslation();
  const list = useList<SsoDuplicate>(duplicatesPath(id), {}, PAGE_SIZE);
  if (list.items.length === 0) return <MoreButton list={list} />;
  return (
    <Callout
      tone="amber"
      icon={IconAlertTriangle}
      role="status"
      title={t('sso.duplicates', { name })}
    >
      <Text size="sm">{t('sso.duplicatesHint')}</Text>
      <List my="xs">
        {list.items.map((item) => (
          <Duplicate key={item.externalId} item={item} />
        ))}
      </List>
      <MoreButton list={list} />
    </Callout>
  );
}

function Duplicate({ item: { externalId, count, users } }: { readonly item: SsoDuplicate }) {
  const { t } = useTranslation();
  const others = count - users.length;
  return (
    <List.Item>
      {`${externalId}: `}
      {users.map(({ id, userName, displayName }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Anchor component={Link} to={`/settings/users/${id}`} inherit>
            {displayName === undefined ? userName : `${displayName} (${userName})`}
          </Anchor>
        </span>
      ))}
      {others > 0 && ` ${t('sso.otherDuplicates', { count: others })}`}
    </List.Item>
  );
}
