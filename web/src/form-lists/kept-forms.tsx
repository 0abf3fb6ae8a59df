import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StandingBadge } from '#web/components/standing-badge.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { useWorkSet } from '#web/offline/use-work-set.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Kept } from './kept-here.ts';

/** A table of forms on this device with their sending state. */
export function KeptForms({ forms }: { readonly forms: readonly Kept[] }) {
  const { t } = useTranslation();
  const ahead = useWorkSet();
  const ready = new Set(ahead?.ready);
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
      items={forms}
      columns={columns}
      idOf={({ formId }) => formId}
    />
  );
}
