import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Session } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { Filling } from '../../fill/filling.tsx';
import { openForm } from '../../fill/open-form.ts';
import { type Device, personIn, storageOf } from '../../offline/device.ts';
import { type Draft, isGone } from '../../offline/drafts.ts';
import { useKept } from '../../offline/use-device.ts';
import { WithDevice } from '../../offline/with-device.tsx';
import { FormBrand } from '../../survey/form-brand.tsx';
import { useTranslation } from '../../texts.ts';

const route = getRouteApi('/signed-in/forms/$id/fill');

/** Opens what this device keeps for the person, which the screen needs before it shows anything. */
export async function openDevice(session: Session): Promise<void> {
  await storageOf(personIn(session));
}

/** The screen for filling in a form, with or without a network. */
export function FillPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <WithDevice title={t('fill.title')}>
      {(device) => <OpenForm key={id} id={id} device={device} />}
    </WithDevice>
  );
}

interface OpenFormProps {
  readonly id: string;
  readonly device: Device;
}

function OpenForm({ id, device }: OpenFormProps) {
  const { t } = useTranslation();
  const opened = useQuery({
    queryKey: ['open-form', id],
    queryFn: () => openForm(device, id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: (query) => query.state.data === 'missing' && 'always',
  });
  const kept = useKept(['draft', id], async ({ store }) => (await store.draft(id)) ?? null);
  const draft = kept.data ?? undefined;
  const last = useRef<Draft>(undefined);
  useEffect(() => {
    if (draft !== undefined) last.current = draft;
  }, [draft]);
  // The form has left this device: it is complete and is shown and not filled in, or another tab has signed out.
  const isDone = last.current !== undefined && kept.data === null;
  useEffect(() => {
    if (!isDone || last.current?.wantsCompletion !== true) return;
    void import('../../components/say.ts')
      .then(({ say }) => say(t('fill.completed')))
      .catch(() => undefined);
  }, [isDone, t]);
  if (opened.error !== null) {
    return (
      <Page title={t('fill.title')}>
        <Problem error={opened.error} onRetry={() => void opened.refetch()} />
      </Page>
    );
  }
  if (draft !== undefined && opened.data !== undefined) {
    // Most form names begin with the name of the template.
    const name = draft.base === undefined ? undefined : draft.templateName;
    return (
      <Page
        title={draft.name}
        {...(name !== undefined && !draft.name.includes(name) && { lead: name })}
        actions={<ToDetails id={id} isOnServer={draft.base !== undefined && !isGone(draft)} />}
      >
        <FormBrand templateId={draft.templateId}>
          <Filling device={device} draft={draft} />
        </FormBrand>
      </Page>
    );
  }
  const isOver = opened.data === 'complete' || isDone;
  if (isOver) return <Navigate to="/forms/$id" params={{ id }} replace />;
  if (opened.data === 'missing') return <NotHere onRetry={() => void opened.refetch()} />;
  return <Loading />;
}

/**
 * Leads to the screen where the form is assigned, printed or deleted. Its room is kept until the server has the form, so
 * that nothing moves under a finger.
 */
function ToDetails({ id, isOnServer }: { readonly id: string; readonly isOnServer: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      component={Link}
      to={`/forms/${id}`}
      style={{ visibility: isOnServer ? undefined : 'hidden' }}
    >
      {t('fill.toDetails')}
    </Button>
  );
}

function NotHere({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Page title={t('fill.notHere')}>
      <EmptyState icon={IconCloudOff} title={t('fill.offline')} text={t('fill.notHereHint')}>
        <Button onClick={onRetry}>{t('fill.tryAgain')}</Button>
        <Button variant="default" component={Link} to="/outbox">
          {t('fill.toOutbox')}
        </Button>
      </EmptyState>
    </Page>
  );
}
