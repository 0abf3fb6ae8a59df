import { Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { arrivedLater } from '#form-basics/is-late.ts';
import { formQuery } from '#web/api/form-query.ts';
import type { Form } from '#web/api/forms.ts';
import { useSession } from '#web/api/session.ts';
import { Detail } from '#web/components/detail.tsx';
import { type Fact, FactList } from '#web/components/fact-list.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Page } from '#web/components/page.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { dueWorkOf } from '#web/form-lists/due-work.ts';
import { Assignee, Due, Status } from '#web/form-lists/form-columns.tsx';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { Answers } from './answers.tsx';
import { FormActs } from './form-acts.tsx';
import { History } from './history.tsx';
import { OfficeSection } from './office-section.tsx';
import { ReviewNote } from './review-note.tsx';

const route = getRouteApi('/signed-in/forms/$id');

/** The screen of a form: its answers, and beside them its facts and history. */
export function FormPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const language = shownLanguage();
  const { data: form } = useSuspenseQuery(formQuery(id, language));
  const { role } = useSession().user;
  const list = role === 'member' ? 'mine' : 'all';
  const to = list === 'mine' ? '/forms' : '/forms/all';
  return (
    <Page
      title={form.name}
      back={{ to, label: t(`forms.${list}`) }}
      state={
        <>
          <Status status={form.status} review={form.review} />
          {form.deletedAt !== undefined && (
            <StateBadge tone="red" icon={IconTrash}>
              {t('forms.actions.delete')}
            </StateBadge>
          )}
        </>
      }
      actions={<FormActs form={form} />}
    >
      <Detail
        aside={
          <>
            <FactList facts={useFacts(form)} />
            <LinkAnchor to={to} search={{ template: form.template.id }} w="fit-content">
              {t('forms.allOfTemplate')}
            </LinkAnchor>
            <Section title={t('forms.history')}>
              <History form={form} />
            </Section>
          </>
        }
      >
        <ReviewNote form={form} />
        <Section title={t('forms.answers')}>
          <Answers form={form} />
        </Section>
        <OfficeSection form={form} />
      </Detail>
    </Page>
  );
}

function useFacts(form: Form): readonly Fact[] {
  const { t } = useTranslation();
  const { location, createdAt, updatedAt, statusChangedAt, deletedAt, purgedAt } = form;
  const known = [createdAt, statusChangedAt, form.correctedAt];
  const isUpdated = !known.includes(updatedAt);
  return [
    { name: t('forms.template'), value: form.template.name ?? t('forms.gone.Template') },
    { name: t('forms.number'), value: form.number },
    { name: t('forms.assignee'), value: <Assignee assignee={form.assignee} /> },
    ...(form.dueAt === undefined ? [] : [{ name: t('forms.due'), value: <Due form={form} /> }]),
    { name: t('forms.createdBy'), value: <By user={form.createdBy} at={createdAt} /> },
    ...(form.completedBy
      ? [
          {
            name: t('forms.completedBy'),
            value: <By user={form.completedBy} at={statusChangedAt} />,
          },
        ]
      : []),
    ...(form.completedOnDeviceAt !== undefined && arrivedLater(dueWorkOf(form))
      ? [{ name: t('forms.onDevice'), value: <Time at={form.completedOnDeviceAt} /> }]
      : []),
    ...(form.correctedBy && form.correctedAt
      ? [
          {
            name: t('forms.correctedBy'),
            value: <By user={form.correctedBy} at={form.correctedAt} />,
          },
        ]
      : []),
    ...(isUpdated ? [{ name: t('forms.updated'), value: <Time at={updatedAt} /> }] : []),
    ...(deletedAt === undefined
      ? []
      : [{ name: t('forms.deletedAt'), value: <Time at={deletedAt} /> }]),
    ...(purgedAt === undefined
      ? []
      : [{ name: t('forms.purgedAt'), value: <Time at={purgedAt} /> }]),
    ...(location ? [{ name: t('forms.location'), value: <Location location={location} /> }] : []),
  ];
}

interface ByProps {
  readonly user: Form['createdBy'];
  readonly at: string;
}

/** The name of a user and the time of their action. */
function By({ user, at }: ByProps) {
  const { t } = useTranslation();
  return (
    <>
      {user.name ?? t('forms.gone.User')}{' '}
      <Text span c="dimmed">
        · <Time at={at} />
      </Text>
    </>
  );
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
