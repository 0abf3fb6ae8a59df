import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AppFormItem } from '#forms/app-types.ts';
import { useSession } from '#web/api/session.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Section } from '#web/components/section.tsx';
import { useFormColumns } from '#web/form-lists/form-columns.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import type { List } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface OpenFormsProps {
  readonly list: List<AppFormItem>;
  readonly title: string;
}

/** Forms of the person that are not complete, each with a button that opens it. */
export function OpenForms({ list, title }: OpenFormsProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const columns: readonly Column<AppFormItem>[] = [
    ...useFormColumns().filter(({ id }) => id !== 'status'),
    {
      id: 'action',
      header: t('home.action'),
      width: '8rem',
      phone: 'corner',
      // A form that is assigned to another user cannot be filled in by this person.
      cell: ({ id, name, assignee }) =>
        (assignee.type === 'Group' || assignee.id === user.id) && (
          <Button
            component={Link}
            to={`/forms/${id}/fill`}
            variant="default"
            size="compact-sm"
            aria-label={t('home.fillOf', { name })}
          >
            {t('home.fill')}
          </Button>
        ),
    },
  ];
  return (
    <Section title={title} actions={<LinkAnchor to="/forms">{t('home.toMine')}</LinkAnchor>}>
      <ListView
        list={list}
        label={title}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={IconCircleCheck} title={t('home.none')} text={t('home.noneText')} />
        }
      />
    </Section>
  );
}
