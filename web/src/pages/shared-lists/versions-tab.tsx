import { IconVersions } from '@tabler/icons-react';
import type { SharedList, SharedListVersions } from '#shared-lists/app-types.ts';
import { versionsOf } from '#web/api/shared-lists.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Version = SharedListVersions['items'][number];

/** What changed the rows of a list, newest first. */
export function VersionsTab({ list }: { readonly list: SharedList }) {
  const { t, i18n } = useTranslation();
  const versions = useList<Version>(versionsOf(list.id));
  const count = (
    id: 'added' | 'changed' | 'deactivated' | 'activeRows',
    header: string,
  ): Column<Version> => ({
    id,
    header,
    width: '6rem',
    phone: 'labelled',
    isNumber: true,
    cell: (version) => version[id].toLocaleString(i18n.language),
  });
  const columns: readonly Column<Version>[] = [
    { id: 'number', header: t('sharedLists.number'), width: '5rem', cell: ({ number }) => number },
    {
      id: 'at',
      header: t('sharedLists.at'),
      width: '8rem',
      phone: 'corner',
      cell: ({ at }) => <Time at={at} />,
    },
    {
      id: 'by',
      header: t('sharedLists.by'),
      phone: 'labelled',
      cell: ({ by }) => by.name ?? t('sharedLists.gone'),
    },
    count('added', t('sharedLists.addedColumn')),
    count('changed', t('sharedLists.changedColumn')),
    count('deactivated', t('sharedLists.deactivatedColumn')),
    count('activeRows', t('sharedLists.rowCount')),
  ];
  return (
    <ListView
      list={versions}
      label={t('sharedLists.tabs.versions')}
      columns={columns}
      idOf={({ number }) => String(number)}
      empty={<EmptyState icon={IconVersions} title={t('sharedLists.noVersions')} />}
    />
  );
}
