import { Anchor, Group, List, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Status } from '#administration/app-types.ts';
import { statusQuery } from '#web/api/status.ts';
import { Callout } from '#web/components/callout.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { sizeText } from '#web/components/size-text.ts';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The state of the service: versions, space, the last backup, queues of the organisation, and warnings. */
export function StatusSection() {
  const { t } = useTranslation();
  const query = useQuery(statusQuery);
  return (
    <Section title={t('status.title')} lead={t('status.lead')}>
      {query.data ? <State {...query.data} /> : <QueryState query={query} />}
    </Section>
  );
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

function State(status: Status) {
  const { version, engine, engineVersion, disk, lastBackupAt, backupVerifiedAt, queues, warnings } =
    status;
  const { filesCheckedAt, damagedFiles } = status;
  const { t, i18n } = useTranslation();
  const size = (bytes: number): string => sizeText(bytes, i18n.language);
  const facts = [
    { name: t('status.version'), value: version },
    { name: t('status.database'), value: `${ENGINES[engine]} ${engineVersion}` },
    {
      name: t('status.disk'),
      value: t('status.space', { free: size(disk.free), total: size(disk.total) }),
    },
    {
      name: t('status.backup'),
      value: lastBackupAt === undefined ? t('status.noBackup') : <Time at={lastBackupAt} />,
    },
    {
      name: t('status.verified'),
      value:
        backupVerifiedAt === undefined ? t('status.neverVerified') : <Time at={backupVerifiedAt} />,
    },
    {
      name: t('status.filesChecked'),
      value: filesCheckedAt === undefined ? t('status.notChecked') : <Time at={filesCheckedAt} />,
    },
    ...(damagedFiles.count > 0
      ? [{ name: t('status.damagedFiles'), value: <Damaged {...damagedFiles} /> }]
      : []),
    ...queues.map((queue) => ({
      name: t(`status.queue.${queue.name}`),
      value: <Waiting {...queue} />,
    })),
  ];
  return (
    <Stack gap="sm">
      {warnings.length > 0 && (
        <Callout tone="amber" icon={IconAlertTriangle} title={t('status.warnings')}>
          <List size="sm">
            {warnings.map((kind) => (
              <List.Item key={kind}>{t(`status.warning.${kind}`)}</List.Item>
            ))}
          </List>
        </Callout>
      )}
      <FactList facts={facts} />
    </Stack>
  );
}

/** How many files are damaged, with links to the first forms. */
function Damaged({ count, forms }: Status['damagedFiles']) {
  const { t, i18n } = useTranslation();
  return (
    <Group gap="xs">
      {count.toLocaleString(i18n.language)}
      {forms.map((id, at) => (
        <Anchor key={id} component={Link} to={`/forms/${id}`}>
          {t('status.damagedForm', { number: at + 1 })}
        </Anchor>
      ))}
    </Group>
  );
}

function Waiting({ waiting, oldestAt }: Status['queues'][number]) {
  const { t, i18n } = useTranslation();
  if (waiting === undefined) return t('status.unknown');
  const amount = waiting.toLocaleString(i18n.language);
  if (oldestAt === undefined) return amount;
  return (
    <>
      {t('status.oldest', { amount })} <Time at={oldestAt} />
    </>
  );
}
