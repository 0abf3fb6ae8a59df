import { Alert, Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCloudOff, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentDialog } from '../../components/consent-dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { refusalText } from '../../components/problem.tsx';
import { Time } from '../../components/time.tsx';
import { type Device, retry } from '../../offline/device.ts';
import type { Draft } from '../../offline/drafts.ts';
import { useKept } from '../../offline/use-device.ts';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { WithDevice } from '../../offline/with-device.tsx';
import { download } from './download.ts';

/** What this device has and the server has not: why, and what can be done about it. */
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
      lead={t('outbox.lead')}
      actions={
        hasSome && (
          <Button
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {t('outbox.sendAll')}
          </Button>
        )
      }
    >
      {!isOnline && (
        <Alert role="status" variant="outline" icon={<IconCloudOff />} title={t('outbox.offline')}>
          {t('outbox.offlineHint')}
        </Alert>
      )}
      {drafts === undefined && <Loading />}
      {drafts?.length === 0 && (
        <Paper withBorder p="xl" ta="center">
          <Text role="status">{t('outbox.empty')}</Text>
        </Paper>
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
  const [isDeleting, setDeleting] = useState(false);
  const again = useMutation({ mutationFn: () => retry(device, formId) });
  const { data: files = [] } = useKept(['files', formId], ({ store }) => store.files(formId));
  const unsent = files.filter(({ isSent }) => !isSent).length;
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={`waits-${formId}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={`waits-${formId}`} className="wrap-anywhere">
            {name}
          </Title>
          <Badge>{t(`outbox.state.${stateOf(draft)}`)}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {templateName !== undefined && templateName !== name && `${templateName} · `}
          {t('outbox.changed')} <Time at={new Date(draft.changedAt).toISOString()} />
          {unsent > 0 && ` · ${t('outbox.files', { count: unsent })}`}
        </Text>
        <Reason draft={draft} />
        <Group gap="sm">
          <Button component={Link} to={`/forms/${formId}/fill`} variant="default" size="xs">
            {t('outbox.open')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate()}
            aria-label={t('outbox.retryOne', { name })}
          >
            {t('outbox.retry')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(device, draft)}
            aria-label={t('outbox.downloadOne', { name })}
          >
            {t('outbox.download')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDeleting(true)}
            aria-label={t('outbox.deleteOne', { name })}
          >
            {t('outbox.delete')}
          </Button>
        </Group>
      </Stack>
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
    </Paper>
  );
}

function stateOf({ conflict, problem, failures }: Draft) {
  if (conflict !== undefined) return 'conflict';
  if (problem !== undefined) return 'refused';
  return failures > 0 ? 'noAnswer' : 'waiting';
}

/** Why it is still here, in a sentence. */
function Reason({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation();
  const { conflict, problem, failures, notBefore } = draft;
  if (conflict !== undefined) return <Text size="sm">{t('outbox.why.conflict')}</Text>;
  if (problem !== undefined) {
    return (
      <Text size="sm" className="wrap-anywhere">
        {problem.text === '' ? t('outbox.why.complete') : refusalText(problem, t)}
      </Text>
    );
  }
  if (failures === 0) return <Text size="sm">{t('outbox.why.waiting')}</Text>;
  const next = Math.max(0, Math.ceil((notBefore - Date.now()) / 1000));
  return (
    <Text size="sm">
      {t('outbox.why.noAnswer', { count: failures, next: t('outbox.seconds', { count: next }) })}
    </Text>
  );
}
