import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DueWork } from '#form-basics/is-late.ts';
import { StandingBadge } from '#web/components/standing-badge.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { useWorkSet } from '#web/offline/use-work-set.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useDueGroups } from './agenda.ts';
import { type DueForm, dueWorkOf } from './due-work.ts';
import { Due } from './form-columns.tsx';
import type { Kept } from './kept-here.ts';

interface KeptFormsProps {
  readonly forms: readonly Kept[];
  /** Whether they are all there is to do, and so in groups. */
  readonly isAgenda?: boolean;
}

/** A table of forms on this device with their sending state. */
export function KeptForms({ forms, isAgenda = false }: KeptFormsProps) {
  const { t } = useTranslation();
  const ahead = useWorkSet();
  const ready = new Set(ahead?.ready);
  const { inGroups, groupOf } = useDueGroups(workOf);
  const columns: readonly Column<Kept>[] = [
    {
      id: 'name',
      header: t('forms.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ formId, name }) => (
        <Anchor component={Link} to={`/forms/${formId}/fill`} fw={550} inherit>
          {name}
        </Anchor>
      ),
    },
    {
      id: 'template',
      header: t('forms.template'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ name, templateName }) => (templateName === name ? undefined : templateName),
    },
    {
      id: 'standing',
      header: t('forms.status'),
      width: '11rem',
      phone: 'corner',
      cell: ({ standing }) => (
        <StandingBadge standing={standing} text={t(`forms.standing.${standing}`)} />
      ),
    },
    ...(forms.every(({ dueAt }) => dueAt === undefined)
      ? []
      : [
          {
            id: 'due',
            header: t('forms.due'),
            width: '13rem',
            phone: 'labelled' as const,
            cell: (form: Kept) => <Due form={shownOf(form)} />,
          },
        ]),
    {
      id: 'updated',
      header: t('forms.updated'),
      width: '9rem',
      cell: ({ changedAt }) => <Time at={new Date(changedAt).toISOString()} />,
    },
    ...(ahead === undefined
      ? []
      : [
          {
            id: 'checked',
            header: t('forms.ahead.checked'),
            width: '9rem',
            phone: 'labelled' as const,
            cell: ({ formId }: Kept) =>
              ready.has(formId) && <Time at={new Date(ahead.at).toISOString()} />,
          },
        ]),
  ];
  return (
    <PlainTable
      label={t('forms.waitingHere')}
      items={isAgenda ? inGroups(forms.toSorted(byUrgency)) : forms}
      columns={columns}
      idOf={({ formId }) => formId}
      groupOf={isAgenda ? groupOf : undefined}
    />
  );
}

/** Returns a form as lists of the server have it. */
const shownOf = ({ dueAt, changedAt, finishedAt }: Kept): DueForm => ({
  status: finishedAt === undefined ? 'draft' : 'complete',
  statusChangedAt: new Date(finishedAt ?? changedAt).toISOString(),
  ...(dueAt !== undefined && { dueAt }),
});

const workOf = (form: Kept): DueWork => dueWorkOf(shownOf(form));

/** Texts of the server follow one another as the times do. */
const byUrgency = ({ dueAt: a = '~' }: Kept, { dueAt: b = '~' }: Kept): number =>
  a === b ? 0 : a < b ? -1 : 1;
