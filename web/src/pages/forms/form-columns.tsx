import { Anchor, Group } from '@mantine/core';
import { IconCircleCheck, IconPencil, IconUser, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AppFormItem } from '#forms/app-types.ts';
import { StateBadge } from '../../components/state-badge.tsx';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { useTranslation } from '../../texts.ts';

/** Returns the columns of a list of forms; `isDeleted`: of deleted forms. */
export function useFormColumns(isDeleted = false): readonly Column<AppFormItem>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('forms.name'),
      width: 'minmax(0, 2.5fr)',
      cell: ({ id, name }) => (
        <Anchor component={Link} to={`/forms/${id}`} fw={550} inherit>
          {name}
        </Anchor>
      ),
    },
    {
      id: 'template',
      header: t('forms.template'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ template }) => template.name ?? t('forms.gone.Template'),
    },
    {
      id: 'status',
      header: t('forms.status'),
      width: '8rem',
      phone: 'corner',
      cell: ({ status }) => <Status status={status} />,
    },
    {
      id: 'assignee',
      header: t('forms.assignee'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ assignee }) => <Assignee assignee={assignee} />,
    },
    ...(isDeleted
      ? [
          {
            id: 'deleted',
            header: t('forms.deletedAt'),
            width: '8rem',
            phone: 'labelled' as const,
            cell: ({ deletedAt }: AppFormItem) => deletedAt && <Time at={deletedAt} />,
          },
          {
            id: 'purged',
            header: t('forms.purgedAt'),
            width: '8rem',
            phone: 'labelled' as const,
            cell: ({ purgedAt }: AppFormItem) => purgedAt && <Time at={purgedAt} />,
          },
        ]
      : [
          {
            id: 'updated',
            header: t('forms.updated'),
            width: '9rem',
            cell: ({ updatedAt }: AppFormItem) => <Time at={updatedAt} />,
          },
        ]),
  ];
}

export function Status({ status }: Pick<AppFormItem, 'status'>) {
  const { t } = useTranslation();
  const isComplete = status === 'complete';
  return (
    <StateBadge
      tone={isComplete ? 'green' : 'grey'}
      icon={isComplete ? IconCircleCheck : IconPencil}
    >
      {t(`forms.statuses.${status}`)}
    </StateBadge>
  );
}

export function Assignee({ assignee }: Pick<AppFormItem, 'assignee'>) {
  const { t } = useTranslation();
  const Picture = assignee.type === 'Group' ? IconUsers : IconUser;
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'bottom' }}>
      <Picture size={16} role="img" aria-label={t(`groups.types.${assignee.type}`)} />
      <span>{assignee.name ?? t(`forms.gone.${assignee.type}`)}</span>
    </Group>
  );
}
