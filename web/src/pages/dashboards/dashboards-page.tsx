import { Anchor, Button, TextInput } from '@mantine/core';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DashboardDetail, DashboardList } from '#answer-tables/app-types.ts';
import { createDashboard, DASHBOARDS } from '#web/api/dashboards.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Page } from '#web/components/page.tsx';
import { Time } from '#web/components/time.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Item = DashboardList['items'][number];

/** The dashboards that somebody owns, and those that are shared with a group of theirs. */
export function DashboardsPage() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const list = useList<Item>(DASHBOARDS);
  const columns = useColumns();
  const isEmpty = list.items.length === 0 && !list.isLoading && list.error === null;
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t('dashboards.new')}
    </Button>
  );
  return (
    <Page title={t('dashboards.title')} actions={!isEmpty && button}>
      <ListView
        list={list}
        label={t('dashboards.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState
            icon={IconChartBar}
            title={t('dashboards.empty')}
            text={t('dashboards.emptyHint')}
          >
            {button}
          </EmptyState>
        }
      />
      {isOpen && <NewDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}

function NewDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useSendForm<{ readonly name: string }, DashboardDetail>({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? t('field.required') : null) },
    send: createDashboard,
    done: ({ id }) => void navigate({ to: '/dashboards/$id', params: { id } }),
  });
  return (
    <FormDialog
      title={t('dashboards.new')}
      form={form}
      verb={t('dashboards.create')}
      onClose={onClose}
    >
      <TextInput
        label={t('dashboards.name')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

function useColumns(): readonly Column<Item>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      id: 'name',
      header: t('dashboards.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, name }) => (
        <Anchor component={Link} to={`/dashboards/${id}`} fw={550} inherit>
          {name}
        </Anchor>
      ),
    },
    {
      id: 'owner',
      header: t('dashboards.owner'),
      phone: 'labelled',
      cell: ({ owner }) => owner.name ?? '–',
    },
    {
      id: 'tiles',
      header: t('dashboards.tiles'),
      width: '7rem',
      phone: 'labelled',
      isNumber: true,
      cell: ({ tileCount }) => tileCount.toLocaleString(i18n.language),
    },
    {
      id: 'updated',
      header: t('dashboards.updated'),
      width: '9rem',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ];
}
