import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SeenAttributes } from '#provisioning/app-types.ts';
import { seenAttributesQuery } from '../../api/provisioning.ts';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { PlainTable } from '../../lists/plain-table.tsx';
import { AttributePath } from './attribute-path.tsx';

type Seen = SeenAttributes['items'][number];

/** What identity providers sent in vain. */
export function SeenAttributesCard() {
  const { t } = useTranslation();
  const query = useQuery(seenAttributesQuery);
  const { data } = query;
  const ignored = (data?.items ?? []).filter(({ stored }) => !stored);
  const columns: readonly Column<Seen>[] = [
    {
      id: 'path',
      header: t('provisioning.attributes.path'),
      width: 'minmax(0, 2fr)',
      cell: ({ path }) => <AttributePath path={path} />,
    },
    {
      id: 'of',
      header: t('provisioning.attributes.of'),
      cell: ({ resourceType }) => resourceType,
    },
    { id: 'seen', header: t('provisioning.attributes.seen'), cell: ({ seen }) => seen },
    {
      id: 'last',
      header: t('provisioning.attributes.lastSeen'),
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
  ];
  return (
    <Section
      title={t('provisioning.attributes.seenTitle')}
      lead={t('provisioning.attributes.seenLead')}
    >
      <QueryState query={query} />
      {data !== undefined && ignored.length === 0 && (
        <Text>{t('provisioning.attributes.seenNone')}</Text>
      )}
      {ignored.length > 0 && (
        <PlainTable
          label={t('provisioning.attributes.seenTitle')}
          items={ignored}
          columns={columns}
          idOf={({ resourceType, path }) => `${resourceType} ${path}`}
        />
      )}
    </Section>
  );
}
