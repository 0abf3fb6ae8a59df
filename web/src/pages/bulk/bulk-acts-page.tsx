import { IconStack2 } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { BULK_ACTS, type BulkActItem } from '#web/api/bulk-acts.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Page } from '#web/components/page.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { nameOf } from './bulk-act-name.ts';
import { BulkActPage } from './bulk-act-page.tsx';
import { BulkState } from './bulk-state.tsx';

const route = getRouteApi('/signed-in/bulk-actions');

/** The person's actions on many forms, or the report of one of them. */
export function BulkActsPage() {
  const { id } = route.useSearch();
  return id === undefined ? <Acts /> : <BulkActPage id={id} />;
}

/** Newest first. */
function Acts() {
  const { t } = useTranslation();
  const list = useList<BulkActItem>(BULK_ACTS);
  return (
    <Page
      title={t('bulk.title')}
      lead={t('bulk.lead')}
      back={{ to: '/forms', label: t('forms.mine') }}
    >
      <ListView
        list={list}
        label={t('bulk.title')}
        columns={useColumns()}
        idOf={({ id }) => id}
        empty={<EmptyState icon={IconStack2} title={t('bulk.empty')} text={t('bulk.emptyHint')} />}
      />
    </Page>
  );
}

function useColumns(): readonly Column<BulkActItem>[] {
  const { t, i18n } = useTranslation();
  const number = (id: 'done' | 'skipped' | 'failed'): Column<BulkActItem> => ({
    id,
    header: t(`bulk.outcomes.${id}`),
    width: '7rem',
    isNumber: true,
    phone: 'labelled',
    cell: (item) => item[id].toLocaleString(i18n.language),
  });
  return [
    {
      id: 'what',
      header: t('bulk.what'),
      width: 'minmax(0, 2fr)',
      cell: (item) => (
        <LinkAnchor to="/bulk-actions" search={{ id: item.id }} fw={550} inherit>
          {nameOf(item, t)}
        </LinkAnchor>
      ),
    },
    {
      id: 'state',
      header: t('bulk.state'),
      width: '9rem',
      phone: 'corner',
      cell: (item) => <BulkState item={item} />,
    },
    {
      id: 'forms',
      header: t('bulk.forms'),
      width: '6rem',
      isNumber: true,
      phone: 'labelled',
      cell: ({ total }) => total.toLocaleString(i18n.language),
    },
    number('done'),
    number('skipped'),
    number('failed'),
    {
      id: 'begun',
      header: t('bulk.begun'),
      width: '8rem',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
}
