import { Code } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SeenAttributes } from '#provisioning/app-types.ts';
import { seenAttributesQuery } from '#web/api/provisioning.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { useTranslation } from '#web/texts/texts.ts';

type Seen = SeenAttributes['items'][number];

/** The attributes that identity providers have sent and Formstead ignores. */
export function SeenAttributesCard() {
  const { t, i18n } = useTranslation();
  const query = useQuery(seenAttributesQuery);
  const { data } = query;
  const ignored = (data?.items ?? []).filter(({ stored }) => !stored);
  const columns: readonly Column<Seen>[] = [
    {
      id: 'path',
      header: t('provisioning.attributes.path'),
      width: 'minmax(0, 2fr)',
      // As it was sent: no schema says which part of it is the attribute.
      cell: ({ path }) => <Code className="wrap-anywhere">{path}</Code>,
    },
    {
      id: 'of',
      header: t('provisioning.attributes.of'),
      width: '5rem',
      cell: ({ resourceType }) => resourceType,
    },
    {
      id: 'seen',
      header: t('provisioning.attributes.seen'),
      width: '7rem',
      phone: 'labelled',
      isNumber: true,
      cell: ({ seen }) => seen.toLocaleString(i18n.language),
    },
    {
      id: 'last',
      header: t('provisioning.attributes.lastSeen'),
      width: '9rem',
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
        <EmptyState icon={IconChecks} title={t('provisioning.attributes.seenNone')} />
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
