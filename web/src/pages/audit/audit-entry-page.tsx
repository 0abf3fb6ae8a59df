import { Anchor, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#administration/app-types.ts';
import { auditEntryQuery } from '../../api/audit.ts';
import { FactList } from '../../components/fact-list.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { Refused } from './audit-columns.tsx';
import { actionText, actorText, pageOf, viaText } from './words.ts';

const route = getRouteApi('/signed-in/settings/audit/$id');

/** One event: everything that is on record of it. */
export function AuditEntryPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: entry } = useSuspenseQuery(auditEntryQuery(id));
  const { chain } = entry;
  const what = actionText(entry.action, t);
  return (
    <Page title={entry.target?.name === undefined ? what : `${what}: ${entry.target.name}`}>
      <Anchor component={Link} to="/settings/audit" w="fit-content">
        {t('audit.back')}
      </Anchor>
      {entry.result === 'refused' && (
        <Group>
          <Refused />
        </Group>
      )}
      <Facts entry={entry} />
      <More entry={entry} />
      {Object.keys(entry.detail).length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h5">
            {t('audit.detail')}
          </Title>
          <Code block tabIndex={0} className="wrap-lines">
            {JSON.stringify(entry.detail, undefined, 2)}
          </Code>
        </Stack>
      )}
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('audit.chain')}
        </Title>
        <Text>{chain ? t('audit.linked', { seq: chain.seq }) : t('audit.unlinked')}</Text>
        {chain && (
          <Text size="sm" className="wrap-anywhere">
            {`${t('audit.hash')}: `}
            <Code>{chain.hash}</Code>
          </Text>
        )}
      </Stack>
    </Page>
  );
}

function Facts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const { credential, target, via } = entry;
  const page = pageOf(entry);
  const name = target && (target.name ?? target.id ?? target.type);
  return (
    <FactList
      facts={[
        { name: t('audit.at'), value: <Time at={entry.at} isExact /> },
        { name: t('audit.user'), value: actorText(entry, t) },
        {
          name: t('audit.credential'),
          value: credential ? (credential.name ?? credential.id) : t('audit.person'),
        },
        { name: t('audit.ip'), value: entry.ip ?? t('audit.unknownPlace') },
        { name: t('audit.via'), value: via === undefined ? '' : viaText(via, t) },
        { name: t('audit.result'), value: t(`audit.results.${entry.result}`) },
        ...(name === undefined
          ? []
          : [
              {
                name: t('audit.target'),
                value: page ? (
                  <Anchor component={Link} to={page}>
                    {name}
                  </Anchor>
                ) : (
                  name
                ),
              },
            ]),
        { name: t('audit.raw'), value: <Code>{entry.action}</Code> },
        { name: t('audit.id'), value: <Code>{entry.id}</Code> },
      ]}
    />
  );
}

/** The ways on to what else is on record. */
function More({ entry: { user, credential, target } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const ways = [
    { text: t('audit.sameUser'), search: { userId: user?.id } },
    { text: t('audit.sameCredential'), search: { credentialId: credential?.id } },
    { text: t('audit.sameTarget'), search: { targetId: target?.id } },
  ].filter(({ search }) => Object.values(search)[0] !== undefined);
  return (
    <Group>
      {ways.map(({ text, search }) => (
        <LinkAnchor key={text} to="/settings/audit" search={search}>
          {text}
        </LinkAnchor>
      ))}
    </Group>
  );
}
