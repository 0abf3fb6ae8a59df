import { Alert } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Form, formQuery } from '../../api/forms.ts';
import { useSession } from '../../api/session.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { isLanguage } from '../../i18n.ts';
import { Answers } from './answers.tsx';
import { FormActs } from './form-acts.tsx';
import { Assignee, Status } from './form-columns.tsx';
import { History } from './history.tsx';

const route = getRouteApi('/signed-in/forms/$id');

/** One form to read: what it is, what was answered, what was done with it. */
export function FormPage() {
  const { t, i18n } = useTranslation();
  const { id } = route.useParams();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const { data: form } = useSuspenseQuery(formQuery(id, language));
  const { role } = useSession().user;
  return (
    <Page title={form.name} actions={<FormActs form={form} />}>
      {form.deletedAt !== undefined && (
        <Alert
          role="status"
          variant="outline"
          color="red"
          icon={<IconTrash />}
          title={t('forms.isDeleted')}
        />
      )}
      <FactList facts={useFacts(form)} />
      <LinkAnchor
        to={role === 'member' ? '/forms' : '/forms/all'}
        search={{ template: form.template.id }}
        w="fit-content"
      >
        {t('forms.allOfTemplate')}
      </LinkAnchor>
      <Section title={t('forms.answers')}>
        <Answers form={form} />
      </Section>
      <Section title={t('forms.history')}>
        <History history={form.history} fields={form.fields} />
      </Section>
    </Page>
  );
}

function useFacts(form: Form): readonly Fact[] {
  const { t } = useTranslation();
  const { location } = form;
  const nameOf = (named: Form['createdBy']) => named.name ?? t('forms.gone.User');
  return [
    { name: t('forms.template'), value: form.template.name ?? t('forms.gone.Template') },
    { name: t('forms.number'), value: form.number },
    { name: t('forms.status'), value: <Status status={form.status} /> },
    { name: t('forms.assignee'), value: <Assignee assignee={form.assignee} /> },
    { name: t('forms.createdBy'), value: nameOf(form.createdBy) },
    { name: t('forms.createdAt'), value: <Time at={form.createdAt} /> },
    { name: t('forms.updated'), value: <Time at={form.updatedAt} /> },
    ...(form.completedBy
      ? [{ name: t('forms.completedBy'), value: nameOf(form.completedBy) }]
      : []),
    ...(form.deletedAt === undefined
      ? []
      : [{ name: t('forms.deletedAt'), value: <Time at={form.deletedAt} /> }]),
    ...(form.purgedAt === undefined
      ? []
      : [{ name: t('forms.purgedAt'), value: <Time at={form.purgedAt} /> }]),
    ...(location ? [{ name: t('forms.location'), value: <Location location={location} /> }] : []),
  ];
}

function Location({ location }: { readonly location: NonNullable<Form['location']> }) {
  const { t } = useTranslation();
  const { latitude, longitude, accuracy } = location;
  return (
    <>
      {`${latitude}, ${longitude}`}
      {accuracy !== undefined && ` (${t('forms.accuracy', { count: Math.ceil(accuracy) })})`}
    </>
  );
}
