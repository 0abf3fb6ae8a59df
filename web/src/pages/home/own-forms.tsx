import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AppFormItem } from '#forms/app-types.ts';
import { useSession } from '#web/api/session.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Section } from '#web/components/section.tsx';
import { useAgenda } from '#web/form-lists/agenda.ts';
import { useFormColumns } from '#web/form-lists/form-columns.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import type { List } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The forms of the person in groups of what to do, each open one with a button that opens it. */
export function OwnForms({ list }: { readonly list: List<AppFormItem> }) {
  const { t } = useTranslation();
  const agenda = useAgenda(list);
  const title = t('home.forms');
  const { user } = useSession();
  const columns: readonly Column<AppFormItem>[] = [
    ...useFormColumns().filter(({ id }) => id !== 'status'),
    {
      id: 'action',
      header: t('home.action'),
      width: '8rem',
      phone: 'corner',
      // A form that is assigned to another user cannot be filled in by this person.
      cell: ({ id, name, status, assignee }) =>
        status === 'draft' &&
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
        list={agenda.list}
        groupOf={agenda.groupOf}
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
