import { Anchor, Group } from '@mantine/core';
import {
  IconCircleCheck,
  IconClock,
  IconDeviceMobileCheck,
  IconLink,
  IconPencil,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isLate, wasLate } from '#form-basics/is-late.ts';
import type { AppFormItem } from '#forms/app-types.ts';
import { late } from '#web/components/late.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { timeText } from '#web/components/time-text.ts';
import type { Column } from '#web/lists/column.ts';
import { useWorkSet } from '#web/offline/use-work-set.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type DueForm, dueWorkOf } from './due-work.ts';
import type { FormSort } from './form-filters.ts';

interface Reviewed {
  readonly review?: Pick<NonNullable<AppFormItem['review']>, 'state'> | undefined;
}

/** How a list of forms is sorted. */
export interface Sorting {
  /** Undefined: in groups, which no column leads to. */
  readonly by: FormSort | undefined;
  /** Whether the column of due dates leads back to the groups. */
  readonly isByDue?: boolean;
  readonly direction: 'asc' | 'desc';
  readonly onSort: (by: FormSort, direction: 'asc' | 'desc') => void;
}

/** Returns the columns of a list of forms; `isDeleted`: of deleted forms. */
export function useFormColumns(
  isDeleted = false,
  sorting?: Sorting,
): readonly Column<AppFormItem>[] {
  const { t, i18n } = useTranslation();
  const ahead = useWorkSet();
  const ready = new Set(ahead?.ready);
  const when = ahead && timeText(new Date(ahead.at), new Date(), i18n.locale, shownZone());
  return [
    {
      id: 'name',
      header: t('forms.name'),
      width: 'minmax(0, 2.5fr)',
      ...sortOf('name', 'asc', sorting),
      cell: ({ id, name }) => (
        <>
          <Anchor component={Link} to={`/forms/${id}`} fw={550} inherit>
            {name}
          </Anchor>
          {!isDeleted && ready.has(id) && (
            <IconDeviceMobileCheck
              size={14}
              role="img"
              aria-label={t('forms.ahead.ready', { when })}
              color="var(--mantine-color-dimmed)"
              style={{ marginInlineStart: 6, verticalAlign: 'text-bottom' }}
            />
          )}
        </>
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
      cell: ({ status, review }) => <Status status={status} review={review} />,
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
            id: 'due',
            header: t('forms.due'),
            width: '13rem',
            phone: 'labelled' as const,
            ...((sorting?.by === 'due' || sorting?.isByDue) && sortOf('due', 'asc', sorting)),
            cell: (form: AppFormItem) => <Due form={form} />,
          },
          {
            id: 'updated',
            header: t('forms.updated'),
            width: '9rem',
            ...sortOf('updated', 'desc', sorting),
            cell: ({ updatedAt }: AppFormItem) => <Time at={updatedAt} />,
          },
        ]),
  ];
}

/** @param first the direction when the list was sorted by another column */
function sortOf(by: FormSort, first: 'asc' | 'desc', sorting: Sorting | undefined) {
  if (!sorting) return {};
  const sorted = sorting.by === by ? sorting.direction : undefined;
  const other = sorted === 'asc' ? 'desc' : 'asc';
  const onSort = () => sorting.onSort(by, sorted === undefined ? first : other);
  return { sort: { sorted, onSort } };
}

const ReviewBadge = late(() => import('./review-badge.tsx'), 'ReviewBadge');

/** The status of a form; of one with a review where that is, which says more. */
export function Status({ status, review }: Pick<AppFormItem, 'status'> & Reviewed) {
  const { t } = useTranslation();
  if (review !== undefined) {
    return (
      <Suspense>
        <ReviewBadge review={review} />
      </Suspense>
    );
  }
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

interface DueProps {
  readonly form: DueForm;
}

/** When a form is due, and that it is late or was completed late. Nothing for a form that is never due. */
export function Due({ form }: DueProps) {
  const { t } = useTranslation();
  const { dueAt } = form;
  if (dueAt === undefined) return undefined;
  const work = dueWorkOf(form);
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <Time at={dueAt} />
      {isLate(work, Date.now()) && (
        <StateBadge tone="red" icon={IconClock}>
          {t('forms.late')}
        </StateBadge>
      )}
      {wasLate(work) && (
        <StateBadge tone="amber" icon={IconClock}>
          {t('forms.wasLate')}
        </StateBadge>
      )}
    </Group>
  );
}

const ASSIGNEE_PICTURES = { User: IconUser, Group: IconUsers, Link: IconLink } as const;

export function Assignee({ assignee }: Pick<AppFormItem, 'assignee'>) {
  const { t } = useTranslation();
  const Picture = ASSIGNEE_PICTURES[assignee.type];
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'bottom' }}>
      <Picture size={16} role="img" aria-label={t(`forms.assigneeTypes.${assignee.type}`)} />
      <span>{assignee.name ?? t(`forms.gone.${assignee.type}`)}</span>
    </Group>
  );
}
