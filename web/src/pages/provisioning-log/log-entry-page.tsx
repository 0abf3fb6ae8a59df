import { Alert, Anchor, Code, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { LogDetail } from '#provisioning/app-types.ts';
import { get } from '../../api/client.ts';
import { Labelled } from '../../components/labelled.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { LOG } from './log-page.tsx';
import { reasonOf, whatHappened, whatToDo } from './sentences.ts';

const route = getRouteApi('/signed-in/settings/provisioning/log/$id');

/** One request: what it meant, what was sent, what was answered. */
export function LogEntryPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: entry } = useSuspenseQuery({
    queryKey: [LOG, id],
    queryFn: () => get<LogDetail>(`${LOG}/${id}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const advice = whatToDo(entry, t);
  const reason = reasonOf(entry);
  const folder = entry.resourceType === 'Group' ? 'groups' : 'users';
  const canLink =
    entry.resourceId !== undefined && /^(?:User|Group)$/.test(entry.resourceType ?? '');
  return (
    <Page title={whatHappened(entry, t)}>
      <Anchor component={Link} to="/settings/provisioning/log" w="fit-content">
        {t('log.back')}
      </Anchor>
      {reason !== undefined && (
        <Labelled label={t('log.reason')}>
          <Text lang="en">{reason}</Text>
        </Labelled>
      )}
      {advice !== undefined && (
        <Alert variant="outline" color="harbour" icon={<IconBulb />} title={t('log.adviceTitle')}>
          {advice}
        </Alert>
      )}
      <Notes notes={entry.notes} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Labelled label={t('log.request')}>
          <Code className="wrap-anywhere">{`${entry.method} ${entry.path}`}</Code>
        </Labelled>
        <Labelled label={t('log.status')}>{entry.status}</Labelled>
        <Labelled label={t('log.at')}>
          <Time at={entry.at} />
        </Labelled>
        <Labelled label={t('log.duration')}>{t('log.ms', { count: entry.ms })}</Labelled>
        {canLink && (
          <Labelled label={t('log.matched')}>
            <Anchor component={Link} to={`/settings/${folder}/${entry.resourceId}`}>
              {entry.resourceName ?? entry.resourceId}
            </Anchor>
          </Labelled>
        )}
        <Labelled label={t('log.credential')}>
          <Text className="wrap-anywhere">{entry.credentialId ?? t('log.nobody')}</Text>
        </Labelled>
        <Labelled label={t('log.from')}>{entry.ip}</Labelled>
        {entry.agent !== undefined && (
          <Labelled label={t('log.agent')}>
            <Text className="wrap-anywhere">{entry.agent}</Text>
          </Labelled>
        )}
        <Labelled label={t('log.requestId')}>
          <Text className="wrap-anywhere">{entry.requestId}</Text>
        </Labelled>
      </SimpleGrid>
      {entry.query !== undefined && <Body title={t('log.query')} text={decoded(entry.query)} />}
      <Body title={t('log.requestBody')} text={entry.requestBody} />
      <Body title={t('log.responseBody')} text={entry.responseBody} />
      {entry.truncated && <Text size="sm">{t('log.truncated')}</Text>}
    </Page>
  );
}

/** What a request that succeeded did beside, which an admin may not expect. */
function Notes({ notes = {} }: { readonly notes: LogDetail['notes'] | undefined }) {
  const { t } = useTranslation();
  const told = NOTES.flatMap((note) => {
    const count = notes[note];
    return count === undefined ? [] : [t(`log.notes.${note}`, { count })];
  });
  if (told.length === 0) return undefined;
  return (
    <Alert variant="outline" color="harbour" icon={<IconBulb />} title={t('log.notesTitle')}>
      {told.join(' ')}
    </Alert>
  );
}

const NOTES = [
  'unknownManagers',
  'blockedUsers',
  'skippedMembers',
  'removedMembers',
  'keptMembers',
  'changedRoles',
  'ignoredAttributes',
] as const;

function Body({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined) return undefined;
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      <Code block tabIndex={0} className="wrap-lines">
        {laidOut(text)}
      </Code>
    </Stack>
  );
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text; // cut off
  }
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    return query;
  }
}
