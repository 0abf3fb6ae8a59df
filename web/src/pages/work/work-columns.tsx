import { Anchor, Group } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconFlag,
  IconHourglass,
  IconPencil,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AssignmentItem } from '#web/api/assignments.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { Assignee } from '#web/form-lists/form-columns.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';

const LOOKS = {
  waiting: { tone: 'grey', icon: IconHourglass },
  begun: { tone: 'blue', icon: IconPencil },
  done: { tone: 'green', icon: IconCircleCheck },
  declined: { tone: 'amber', icon: IconX },
  cancelled: { tone: 'grey', icon: IconBan },
} as const;

export function WorkState({ state }: Pick<AssignmentItem, 'state'>) {
  const { t } = useTranslation();
  return <StateBadge {...LOOKS[state]}>{t(`work.states.${state}`)}</StateBadge>;
}

/** When it is due, and whether it is late. */
export function WorkDue({ item: { dueDate, late } }: { readonly item: AssignmentItem }) {
  const { t } = useTranslation();
  if (dueDate === null) return t('work.never');
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <Time at={dueDate} />
      {late && (
        <StateBadge tone="red" icon={IconClock}>
          {t('work.late')}
        </StateBadge>
      )}
    </Group>
  );
}

/** The columns of a list of work, the most urgent first. */
export function useWorkColumns(): readonly Column<AssignmentItem>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'template',
      header: t('work.template'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, template, priority }) => (
        <>
          <Anchor component={Link} to={`/work/${id}`} fw={550} inherit>
            {template.name ?? t('work.deleted.Template')}
          </Anchor>
          {priority === 'high' && (
            <IconFlag
              size={14}
              role="img"
              aria-label={t('work.high')}
              style={{ marginInlineStart: 6, verticalAlign: 'text-bottom' }}
            />
          )}
        </>
      ),
    },
    {
      id: 'person',
      header: t('work.person'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ assignee }) => <Assignee assignee={assignee} />,
    },
    {
      id: 'state',
      header: t('work.state'),
      width: '9rem',
      phone: 'corner',
      cell: ({ state }) => <WorkState state={state} />,
    },
    {
      id: 'due',
      header: t('work.due'),
      width: '13rem',
      phone: 'labelled',
      cell: (item) => <WorkDue item={item} />,
    },
    {
      id: 'sentBy',
      header: t('work.sentBy'),
      width: 'minmax(0, 1fr)',
      phone: 'labelled',
      cell: ({ sentBy }) => sentBy.name ?? t('work.deleted.User'),
    },
  ];
}
