import { Anchor, Code, Group, Text } from '@mantine/core';
import { IconClock, IconShieldCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AuditEntry } from '#administration/app-types.ts';
import { auditEntryQuery } from '#web/api/audit.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import { Detail } from '#web/components/detail.tsx';
import { type Fact, FactList } from '#web/components/fact-list.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Page } from '#web/components/page.tsx';
import { Section } from '#web/components/section.tsx';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { Result, Target } from './audit-columns.tsx';
import { actorText, entryText, targetText, viaText } from './words.ts';

const route = getRouteApi('/signed-in/settings/audit/$id');

/** The screen of one audit event with everything that is recorded about it. */
export function AuditEntryPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: entry } = useSuspenseQuery(auditEntryQuery(id));
  const what = entryText(entry, t);
  const about = targetText(entry, t);
  return (
    <Page
      title={about === undefined ? what : `${what}: ${about}`}
      back={{ to: '/settings/audit', label: t('audit.title') }}
      state={<Result result={entry.result} />}
    >
      <Detail aside={<Facts entry={entry} />}>
        {Object.keys(entry.detail).length > 0 && (
          <Section title={t('audit.detail')}>
            <Code block tabIndex={0} className="wrap-lines">
              {JSON.stringify(entry.detail, undefined, 2)}
            </Code>
          </Section>
        )}
        <Integrity entry={entry} />
        <More entry={entry} />
      </Detail>
    </Page>
  );
}

function Integrity({ entry: { chain } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <Section title={t('audit.chain')}>
      <Group gap="xs" wrap="nowrap" align="start">
        {chain ? (
          <IconShieldCheck size={20} color="var(--green-text)" aria-hidden />
        ) : (
          <IconClock size={20} aria-hidden />
        )}
        <Text>{chain ? t('audit.linked', { seq: chain.seq }) : t('audit.unlinked')}</Text>
      </Group>
      {chain && <CopyId name={t('audit.hash')} id={chain.hash} />}
    </Section>
  );
}

function Facts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const { credential, via } = entry;
  const isNamed = targetText(entry, t) !== undefined;
  const facts: readonly (Fact | false)[] = [
    { name: t('audit.at'), value: <Time at={entry.at} isExact /> },
    { name: t('audit.user'), value: <Actor entry={entry} /> },
    isNamed && {
      name: t('audit.target'),
      value: <Target entry={entry} />,
    },
    credential !== undefined && {
      name: t('audit.credential'),
      value: (
        <LinkAnchor to="/settings/credentials" inherit>
          {credential.name ?? credential.id}
        </LinkAnchor>
      ),
    },
    { name: t('audit.ip'), value: entry.ip ?? t('audit.unknownPlace') },
    via !== undefined && { name: t('audit.via'), value: viaText(via, t) },
    { name: t('audit.raw'), value: <Code>{entry.action}</Code> },
    { name: t('audit.id'), value: <CopyId name={t('audit.id')} id={entry.id} /> },
  ];
  return <FactList facts={facts.filter((fact) => fact !== false)} />;
}

/** The name of the actor, with a link while that user exists. */
function Actor({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const { user } = entry;
  const name = actorText(entry, t);
  if (user?.name === undefined) return name;
  return (
    <Anchor component={Link} to={`/settings/users/${user.id}`} inherit>
      {name}
    </Anchor>
  );
}

/** Links to other events of the same user, credential or target. */
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
        <LinkAnchor key={text} to="/settings/audit" search={search} inherit>
          {text}
        </LinkAnchor>
      ))}
    </Group>
  );
}
