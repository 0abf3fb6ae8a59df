import { Anchor, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBan, IconBell, IconCheck, IconEdit, IconSend, IconX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  ASSIGNMENTS,
  type AssignmentDetail,
  cancelAssignment,
  changeAssignment,
  readAssignment,
  remindAssignee,
} from '#web/api/assignments.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { Detail } from '#web/components/detail.tsx';
import { exactTime } from '#web/components/exact-time.ts';
import { FactList } from '#web/components/fact-list.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { Time } from '#web/components/time.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { useAct } from '#web/components/use-act.ts';
import { AssignDialog } from '#web/form-lists/assign-dialog.tsx';
import { Assignee } from '#web/form-lists/form-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ChangeWorkDialog } from './change-work-dialog.tsx';
import { WorkDue, WorkState } from './work-columns.tsx';

const route = getRouteApi('/signed-in/work/$id');

/** One piece of work: what is said about it, what has become of it, and what its sender can do. */
export function WorkItemPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: item } = useSuspenseQuery({
    queryKey: [ASSIGNMENTS, id],
    queryFn: () => readAssignment(id),
  });
  const [doing, setDoing] = useState<'change' | 'handOn' | 'cancel'>();
  const close = () => setDoing(undefined);
  const remind = useAct(
    () => remindAssignee(id),
    () => void notifications.show({ message: t('work.remind.done') }),
  );
  const name = item.assignee.name ?? t(`work.deleted.${item.assignee.type}`);
  const isOpen = item.state === 'waiting' || item.state === 'begun';
  return (
    <Page
      title={item.template.name ?? t('work.deleted.Template')}
      back={{ to: '/work', label: t('work.title') }}
      state={<WorkState state={item.state} />}
      actions={
        isOpen && (
          <>
            {item.formId !== null && (
              <Button component={Link} to={`/forms/${item.formId}`} variant="default">
                {t('work.openForm')}
              </Button>
            )}
            <Button
              variant="default"
              loading={remind.isRunning}
              onClick={() => remind.run(undefined)}
            >
              {t('work.remind.verb')}
            </Button>
            <Button variant="default" onClick={() => setDoing('handOn')}>
              {t('work.handOn.verb')}
            </Button>
            <Button variant="default" onClick={() => setDoing('change')}>
              {t('work.change.verb')}
            </Button>
            <Button variant="default" onClick={() => setDoing('cancel')}>
              {t('work.cancel.verb')}
            </Button>
          </>
        )
      }
    >
      {remind.problem && <Problem error={remind.problem} />}
      <Detail aside={<History item={item} />}>
        <Facts item={item} />
        {item.instructions !== null && (
          <Section title={t('work.instructions')}>
            <Text style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
              {item.instructions}
            </Text>
          </Section>
        )}
      </Detail>
      {doing === 'handOn' && (
        <AssignDialog
          title={t('work.handOn.title', { name })}
          send={({ type, id: to }) => changeAssignment(item, { assignee: { type, id: to } })}
          onClose={close}
        />
      )}
      {doing === 'change' && <ChangeWorkDialog item={item} name={name} onClose={close} />}
      {doing === 'cancel' && (
        <ConsentDialog
          title={t('work.cancel.title')}
          verb={t('work.cancel.confirm')}
          act={() => cancelAssignment(item.id)}
          onClose={close}
        >
          <Text>{t('work.cancel.meaning', { name })}</Text>
        </ConsentDialog>
      )}
    </Page>
  );
}

function Facts({ item }: { readonly item: AssignmentDetail }) {
  const { t } = useTranslation();
  const { assignee, group, mode, notBefore, priority, reference, sentBy, formId } = item;
  return (
    <FactList
      facts={[
        { name: t('work.person'), value: <Assignee assignee={assignee} /> },
        { name: t('work.due'), value: <WorkDue item={item} /> },
        ...(notBefore === null
          ? []
          : [{ name: t('work.notBefore'), value: <Time at={notBefore} /> }]),
        ...(priority === 'high' ? [{ name: t('work.high'), value: '✓' }] : []),
        ...(group === null
          ? []
          : [
              {
                name: t('work.group'),
                value: [
                  group.name ?? t('work.deleted.Group'),
                  mode === 'shared' && t('work.shared'),
                ]
                  .filter(Boolean)
                  .join(' · '),
              },
            ]),
        { name: t('work.sentBy'), value: sentBy.name ?? t('work.deleted.User') },
        { name: t('work.sentAt'), value: <Time at={item.createdDate} /> },
        ...(item.remindedDate === null
          ? []
          : [{ name: t('work.remindedAt'), value: <Time at={item.remindedDate} /> }]),
        ...(reference === null ? [] : [{ name: t('work.reference'), value: reference }]),
        ...(item.declineReason === null
          ? []
          : [{ name: t('work.declineReason'), value: item.declineReason }]),
        ...(formId === null
          ? []
          : [
              {
                name: t('work.form'),
                value: (
                  <Anchor component={Link} to={`/forms/${formId}`} inherit>
                    {t('work.openForm')}
                  </Anchor>
                ),
              },
            ]),
      ]}
    />
  );
}

const LOOKS = {
  send: { icon: IconSend, tone: 'grey' },
  change: { icon: IconEdit, tone: 'grey' },
  begin: { icon: IconCheck, tone: 'blue' },
  decline: { icon: IconX, tone: 'amber' },
  cancel: { icon: IconBan, tone: 'grey' },
  remind: { icon: IconBell, tone: 'grey' },
} as const;

function History({ item }: { readonly item: AssignmentDetail }) {
  const { t } = useTranslation();
  const changesOf = useChanges();
  return (
    <Section title={t('work.history')}>
      <Timeline
        events={item.history.map(({ at, action, by, detail }, index) => ({
          id: `${index}`,
          at,
          ...LOOKS[action],
          title: `${t(`work.actions.${action}`)} · ${by?.name ?? t('work.deleted.User')}`,
          children: action === 'change' && detail && (
            <Text size="sm" c="dimmed">
              {changesOf(detail).join(' · ')}
            </Text>
          ),
        }))}
      />
    </Section>
  );
}

/** Returns what an entry of the history says, as sentences. */
function useChanges(): (detail: object) => readonly string[] {
  const { t, i18n } = useTranslation();
  const momentOf = (value: unknown): string =>
    typeof value === 'string' ? exactTime(new Date(value), i18n.locale) : t('work.never');
  return (detail) =>
    Object.entries(detail).flatMap(([name, change]: readonly [string, unknown]) => {
      if (name === 'dueDate' || name === 'notBefore') {
        const { from, to }: { from?: unknown; to?: unknown } = Object(change);
        return [t(`work.changes.${name}`, { from: momentOf(from), to: momentOf(to) })];
      }
      if (name === 'assignee' || name === 'priority' || name === 'instructions') {
        return [t(`work.changes.${name}`)];
      }
      return [];
    });
}
