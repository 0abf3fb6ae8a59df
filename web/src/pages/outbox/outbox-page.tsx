// Changes that the server has not taken exist on this device only. This page lists all of them with the reason, so that
// nobody loses work without knowing it.
import { ActionIcon, Alert, Anchor, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import {
  IconCloudCheck,
  IconCloudOff,
  IconDownload,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { refusalText } from '#web/components/problem.tsx';
import { StandingBadge } from '#web/components/standing-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { type Device, retry } from '#web/offline/device.ts';
import { download } from '#web/offline/download.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isGone } from '#web/offline/drafts.ts';
import { dueAt } from '#web/offline/next-attempt.ts';
import { useKept } from '#web/offline/use-device.ts';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { WithDevice } from '#web/offline/with-device.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './outbox.module.css';

/** The forms with unsent changes, with the reason and the possible actions. */
export function OutboxPage() {
  const { t } = useTranslation();
  return (
    <WithDevice title={t('outbox.title')}>{(device) => <Outbox device={device} />}</WithDevice>
  );
}

function Outbox({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { data: drafts } = useKept(['waiting'], ({ waiting }) => waiting());
  const send = useMutation({ mutationFn: () => device.sendNow() });
  const hasSome = drafts !== undefined && drafts.length > 0;
  return (
    <Page
      title={t('outbox.title')}
      {...(hasSome && { lead: t('outbox.lead') })}
      actions={
        hasSome && (
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {t('outbox.sendAll')}
          </Button>
        )
      }
    >
      {!isOnline && (
        <Alert
          role="status"
          variant="light"
          color="gray"
          icon={<IconCloudOff />}
          title={t('outbox.offline')}
        >
          {t('outbox.offlineHint')}
        </Alert>
      )}
      {drafts === undefined && <Loading shape="rows" />}
      {drafts?.length === 0 && (
        <div role="status">
          <EmptyState icon={IconCloudCheck} title={t('outbox.empty')} text={t('outbox.emptyHint')}>
            <Button variant="default" component={Link} to="/forms">
              {t('outbox.toForms')}
            </Button>
          </EmptyState>
        </div>
      )}
      {drafts?.map((draft) => (
        <Waiting key={draft.formId} device={device} draft={draft} />
      ))}
    </Page>
  );
}

interface WaitingProps {
  readonly device: Device;
  readonly draft: Draft;
}

function Waiting({ device, draft }: WaitingProps) {
  const { t } = useTranslation();
  const { formId, name, templateName } = draft;
  const state = stateOf(draft, useIsOnline());
  const [isDeleting, setDeleting] = useState(false);
  const again = useMutation({ mutationFn: () => retry(device, formId) });
  const { data: files = [] } = useKept(['files', formId], ({ store }) => store.files(formId));
  const unsent = files.filter(({ isSent }) => !isSent).length;
  return (
    <article aria-labelledby={`waits-${formId}`} className={classes['waiting']}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} size="h4" id={`waits-${formId}`} className="wrap-anywhere">
          {name}
        </Title>
        <StandingBadge standing={state} text={t(`outbox.state.${state}`)} />
      </Group>
      <Text size="sm" c="dimmed">
        {templateName !== undefined && templateName !== name && `${templateName} · `}
        {t('outbox.changed')} <Time at={new Date(draft.changedAt).toISOString()} />
        {unsent > 0 && ` · ${t('outbox.files', { count: unsent })}`}
      </Text>
      <Reason draft={draft} state={state} />
      <Group gap={6} mt={4}>
        <Button component={Link} to={`/forms/${formId}/fill`} variant="default">
          {t('outbox.open')}
        </Button>
        {!isGone(draft) && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate()}
            aria-label={t('outbox.retryOne', { name })}
          >
            {t('outbox.retry')}
          </Button>
        )}
        <Tooltip label={t('outbox.download')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={() => void download(device, draft)}
            aria-label={t('outbox.downloadOne', { name })}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('outbox.delete')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={() => setDeleting(true)}
            aria-label={t('outbox.deleteOne', { name })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {isDeleting && (
        <ConsentDialog
          title={t('outbox.deleteTitle', { name })}
          verb={t('outbox.deleteHere')}
          act={() => device.store.drop(formId)}
          onClose={() => setDeleting(false)}
        >
          <Text>{t(draft.base === undefined ? 'outbox.deleteNew' : 'outbox.deleteChanges')}</Text>
          <Anchor component="button" onClick={() => void download(device, draft)} w="fit-content">
            {t('outbox.downloadFirst')}
          </Anchor>
        </ConsentDialog>
      )}
    </article>
  );
}

/** Without a network it says nothing of Formstead that it did not answer. */
function stateOf({ conflict, problem, failures, wantsCompletion }: Draft, isOnline: boolean) {
  if (conflict !== undefined) return 'conflict';
  if (problem !== undefined) return 'refused';
  if (isOnline && failures > 0) return 'noAnswer';
  return wantsCompletion ? 'completing' : 'waiting';
}

interface ReasonProps {
  readonly draft: Draft;
  readonly state: ReturnType<typeof stateOf>;
}

/** The reason why the form is not sent, as a sentence. */
function Reason({ draft, state }: ReasonProps) {
  const { t } = useTranslation();
  const { problem, failures } = draft;
  if (state !== 'conflict' && problem !== undefined) {
    return (
      <Text size="sm" className="wrap-anywhere">
        {problem.text === '' ? t('outbox.why.complete') : refusalText(problem, t)}
        {problem.isPassing && ` ${t('fill.keptUntilRoom')}`}
        {isGone(draft) && ` ${t('outbox.why.gone')}`}
      </Text>
    );
  }
  if (state === 'conflict' || state === 'completing' || state === 'waiting') {
    return <Text size="sm">{t(`outbox.why.${state}`)}</Text>;
  }
  const next = Math.max(0, Math.ceil((dueAt(draft, Date.now()) - Date.now()) / 1000));
  return (
    <Text size="sm">
      {t('outbox.why.noAnswer', { count: failures, next: t('outbox.seconds', { count: next }) })}
    </Text>
  );
}
