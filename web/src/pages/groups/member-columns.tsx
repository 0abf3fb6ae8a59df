import { ActionIcon, Anchor } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GroupMember } from '#administration/app-types.ts';
import { removeMember } from '#web/api/groups.ts';
import { useAct } from '#web/components/use-act.ts';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';

export function useMemberColumns(
  groupId: string,
  canRemove: boolean,
): readonly Column<GroupMember>[] {
  const { t } = useTranslation();
  const removing = useAct((memberId: string) => removeMember(groupId, memberId));
  const columns: readonly Column<GroupMember>[] = [
    {
      id: 'name',
      header: t('groups.name'),
      cell: ({ id, type, display }) => (
        <Anchor
          component={Link}
          to={`/settings/${type === 'User' ? 'users' : 'groups'}/${id}`}
          fw={550}
          inherit
        >
          {display}
        </Anchor>
      ),
    },
    {
      id: 'type',
      header: t('groups.type'),
      width: '8rem',
      cell: ({ type }) => t(`groups.types.${type}`),
    },
  ];
  if (!canRemove) return columns;
  return [
    ...columns,
    {
      id: 'remove',
      header: t('list.actions'),
      width: '4.5rem',
      phone: 'corner',
      cell: ({ id, display }) => (
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t('groups.remove', { name: display })}
          loading={removing.isRunning}
          onClick={() => removing.run(id)}
        >
          <IconX size={18} />
        </ActionIcon>
      ),
    },
  ];
}
