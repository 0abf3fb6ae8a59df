import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListedGroup } from '#administration/app-types.ts';
import type { Column } from '#web/lists/column.ts';
import { Origin } from '#web/people/user-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The server stops counting here. */
const MAX_COUNTED = 1000;

/** @param show how names are shown */
export function useGroupColumns(
  show: (name: string) => string = String,
): readonly Column<ListedGroup>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('groups.name'),
      cell: ({ id, displayName }) => (
        <Anchor component={Link} to={`/settings/groups/${id}`} fw={550} inherit>
          {show(displayName)}
        </Anchor>
      ),
    },
    {
      id: 'members',
      header: t('groups.members'),
      width: '7rem',
      phone: 'labelled',
      isNumber: true,
      cell: (group) => <MemberCount group={group} />,
    },
    {
      id: 'origin',
      header: t('users.origin'),
      width: '10rem',
      cell: ({ origin }) => <Origin origin={origin} />,
    },
  ];
}

export function MemberCount({ group }: { readonly group: Pick<ListedGroup, 'memberCount'> }) {
  const { t, i18n } = useTranslation();
  const { memberCount } = group;
  return memberCount < MAX_COUNTED
    ? memberCount.toLocaleString(i18n.language)
    : t('groups.many', { count: MAX_COUNTED });
}
