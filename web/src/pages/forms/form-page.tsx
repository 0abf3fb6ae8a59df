import { List, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AppFormDetail } from '#forms/app-types.ts';
import { formQuery } from '../../api/forms.ts';
import { useSession } from '../../api/session.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { Answers } from './answers.tsx';
import { Assignee, Status } from './form-columns.tsx';

const route = getRouteApi('/signed-in/forms/$id');

/** One form to read: what it is, what was answered, what was done with it. */
export function FormPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: form } = useSuspenseQuery(formQuery(id));
  const { role } = useSession().user;
  return (
    <Page title={form.name}>
      <FactList facts={useFacts(form)} />
      <LinkAnchor
        to={role === 'member' ? '/forms' : '/forms/all'}
        search={{ template: form.template.id }}
        w="fit-content"
      >
        {t('forms.allOfTemplate')}
      </LinkAnchor>
      <Section title={t('forms.answers')}>
        <Answers fields={form.fields} answers={form.answers} />
      </Section>
      <Section title={t('forms.history')}>
        <History history={form.history} />
      </Section>
    </Page>
  );
}

function useFacts(form: AppFormDetail): readonly Fact[] {
  const { t } = useTranslation();
  const { location } = form;
  const nameOf = (named: AppFormDetail['createdBy']) => named.name ?? t('forms.gone');
  return [
    { name: t('forms.template'), value: nameOf(form.template) },
    { name: t('forms.number'), value: form.number },
    { name: t('forms.status'), value: <Status status={form.status} /> },
    { name: t('forms.assignee'), value: <Assignee assignee={form.assignee} /> },
    { name: t('forms.createdBy'), value: nameOf(form.createdBy) },
    { name: t('forms.createdAt'), value: <Time at={form.createdAt} /> },
    { name: t('forms.updated'), value: <Time at={form.updatedAt} /> },
    ...(form.completedBy
      ? [{ name: t('forms.completedBy'), value: nameOf(form.completedBy) }]
      : []),
    ...(location ? [{ name: t('forms.location'), value: <Location location={location} /> }] : []),
  ];
}

function Location({ location }: { readonly location: NonNullable<AppFormDetail['location']> }) {
  const { t } = useTranslation();
  const { latitude, longitude, accuracy } = location;
  return (
    <>
      {`${latitude}, ${longitude}`}
      {accuracy !== undefined && ` (${t('forms.accuracy', { count: Math.ceil(accuracy) })})`}
    </>
  );
}

const ACTIONS = ['create', 'edit', 'claim', 'assign', 'complete', 'reopen', 'delete'] as const;

function History({ history }: Pick<AppFormDetail, 'history'>) {
  const { t } = useTranslation();
  return (
    <List>
      {history.toReversed().map(({ id, at, action, actor, credentialId }) => {
        const known = ACTIONS.find((each) => each === action);
        return (
          <List.Item key={id}>
            {known === undefined ? action : t(`forms.actions.${known}`)}
            {actor && `, ${actor.name ?? t('forms.gone')}`}
            {credentialId !== undefined && ` (${t('forms.through')})`}{' '}
            <Text span size="sm" c="dimmed">
              <Time at={at} />
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
}
