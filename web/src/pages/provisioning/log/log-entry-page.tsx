// An identity provider often shows its admin only that a request failed. This page explains the request from our side:
// what it meant, why it failed and what to change.
import { Anchor, Code, Text } from '@mantine/core';
import { IconBulb, IconInfoCircle } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { LogDetail } from '#provisioning/app-types.ts';
import { get } from '#web/api/client.ts';
import { credentialQuery } from '#web/api/credentials.ts';
import { Callout } from '#web/components/callout.tsx';
import { CopyId } from '#web/components/copy-id.tsx';
import { Detail } from '#web/components/detail.tsx';
import { type Fact, FactList } from '#web/components/fact-list.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Page } from '#web/components/page.tsx';
import { Section } from '#web/components/section.tsx';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { InTheWay, useInTheWay } from './in-the-way.tsx';
import { LOG } from './log-page.tsx';
import { Outcome } from './outcome.tsx';
import { notesText, reasonOf, whatHappened, whatToDo } from './sentences.ts';

const route = getRouteApi('/signed-in/settings/provisioning/log/$id');

/** The screen of a request: its meaning, the request body and the response body. */
export function LogEntryPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: entry } = useSuspenseQuery({
    queryKey: [LOG, id],
    queryFn: () => get<LogDetail>(`${LOG}/${id}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title={whatHappened(entry, t)}
      back={{ to: '/settings/provisioning/log', label: t('log.title') }}
      state={<Outcome {...entry} />}
    >
      <Detail aside={<Facts entry={entry} />}>
        <Failure entry={entry} />
        <Notes notes={entry.notes} />
        {entry.query !== undefined && <Body title={t('log.query')} text={decoded(entry.query)} />}
        <Body title={t('log.requestBody')} text={entry.requestBody} />
        <Body title={t('log.responseBody')} text={entry.responseBody} />
        {entry.truncated && <Text size="sm">{t('log.truncated')}</Text>}
      </Detail>
    </Page>
  );
}

interface EntryProps {
  readonly entry: LogDetail;
}

/** Shows why a request failed, what it conflicts with, and what to do. */
function Failure({ entry }: EntryProps) {
  const { t } = useTranslation();
  const advice = whatToDo(entry, t);
  const reason = reasonOf(entry);
  const found = useInTheWay(entry);
  if (advice === undefined) return undefined;
  return (
    <Callout
      tone={entry.outcome === 'failed' ? 'red' : 'amber'}
      icon={IconBulb}
      title={t('log.adviceTitle')}
    >
      <Text>{advice}</Text>
      {found !== undefined && <InTheWay holder={found} mt="xs" />}
      {reason !== undefined && (
        <Text mt="xs" size="xs">
          {`${t('log.reason')}: `}
          <span lang="en">{reason}</span>
        </Text>
      )}
    </Callout>
  );
}

function Facts({ entry }: EntryProps) {
  const { t } = useTranslation();
  const isPrincipal = /^(?:User|Group)$/.test(entry.resourceType ?? '');
  const facts: readonly (Fact | false)[] = [
    isPrincipal &&
      entry.resourceId !== undefined && {
        name: t('log.matched'),
        value: <Affected entry={entry} id={entry.resourceId} />,
      },
    entry.nameBefore !== undefined && { name: t('log.nameBefore'), value: entry.nameBefore },
    { name: t('log.at'), value: <Time at={entry.at} isExact /> },
    { name: t('log.request'), value: <Code>{`${entry.method} ${entry.path}`}</Code> },
    { name: t('log.status'), value: entry.status },
    { name: t('log.duration'), value: t('log.ms', { count: entry.ms }) },
    { name: t('log.credential'), value: <CredentialOf entry={entry} /> },
    { name: t('log.from'), value: entry.ip },
    entry.agent !== undefined && { name: t('log.agent'), value: entry.agent },
    {
      name: t('log.requestId'),
      value: <CopyId name={t('log.requestId')} id={entry.requestId} />,
    },
  ];
  return <FactList facts={facts.filter((fact) => fact !== false)} />;
}

/** The user or group that a request was about, and where it is found as long as it exists. */
function Affected({ entry, id }: EntryProps & { readonly id: string }) {
  const { t } = useTranslation();
  const { resourceName: name, resourceType, method, outcome, status } = entry;
  const isGroup = resourceType === 'Group';
  if (name === undefined) {
    return (
      <>
        {t(`log.unnamed.${isGroup ? 'group' : 'user'}`)} <CopyId name={t('log.matched')} id={id} />
      </>
    );
  }
  const isDeleted = status === 404 || (method === 'DELETE' && outcome === 'ok');
  if (isDeleted) return t('log.deletedName', { name });
  return (
    <Anchor component={Link} to={`/settings/${isGroup ? 'groups' : 'users'}/${id}`} inherit>
      {name}
    </Anchor>
  );
}

/** The name of the credential; its id until it is known, and if it no longer exists. */
function CredentialOf({ entry: { credentialId } }: EntryProps) {
  const { t } = useTranslation();
  const { data: known } = useQuery({
    ...credentialQuery(credentialId ?? ''),
    enabled: credentialId !== undefined,
    retry: false,
  });
  if (credentialId === undefined) return t('log.nobody');
  if (known === undefined) return <CopyId name={t('log.credential')} id={credentialId} />;
  return (
    <LinkAnchor to="/settings/credentials" inherit>
      {known.name}
    </LinkAnchor>
  );
}

/** Side effects of a successful request that an admin may not expect. */
function Notes({ notes }: { readonly notes: LogDetail['notes'] | undefined }) {
  const { t } = useTranslation();
  const told = notesText(notes, t);
  if (told === undefined) return undefined;
  return (
    <Callout tone="blue" icon={IconInfoCircle} title={t('log.notesTitle')}>
      {told}
    </Callout>
  );
}

function Body({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined) return undefined;
  return (
    <Section title={title}>
      <Code block tabIndex={0} className="wrap-lines">
        {laidOut(text)}
      </Code>
    </Section>
  );
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text; // not JSON, because the log has truncated it
  }
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    return query;
  }
}
