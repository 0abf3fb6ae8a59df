import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import type { Session } from '#web/api/session.ts';
import { late } from '#web/components/late.ts';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Filling } from '#web/fill/filling.tsx';
import { openForm } from '#web/fill/open-form.ts';
import { type Device, personIn, storageOf } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isGone } from '#web/offline/drafts.ts';
import { useKept } from '#web/offline/use-device.ts';
import { WithDevice } from '#web/offline/with-device.tsx';
import { FormBrand } from '#web/survey/form-brand.tsx';
import { useFormNames } from '#web/survey/form-names.ts';
import { useTranslation } from '#web/texts/texts.ts';

const NotHere = late(() => import('./not-here.tsx'), 'NotHere', ['fillNotes']);

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
    void import('#web/components/say.ts')
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
    return <Shown id={id} device={device} draft={draft} />;
  }
  const isOver = opened.data === 'complete' || isDone;
  if (isOver) return <ToForm id={id} />;
  if (opened.data === 'missing') {
    return (
      <Suspense fallback={<Loading />}>
        <NotHere onRetry={() => void opened.refetch()} />
      </Suspense>
    );
  }
  return <Loading />;
}

/** Names a form by the translated name of its template, if its own name begins with that. */
const inLanguage = (formName: string, templateName: string, translated: string): string =>
  templateName !== '' && `${formName} `.startsWith(`${templateName} `)
    ? translated + formName.slice(templateName.length)
    : formName;

function Shown({ id, device, draft }: OpenFormProps & { readonly draft: Draft }) {
  const { templateName = '' } = draft;
  const { name = templateName } = useFormNames(draft.definition);
  // Most form names begin with the name of the template.
  const isNamed = draft.base === undefined || draft.name.includes(templateName);
  return (
    <Page
      title={inLanguage(draft.name, templateName, name)}
      {...(!isNamed && { lead: name })}
      actions={<ToDetails id={id} isOnServer={draft.base !== undefined && !isGone(draft)} />}
    >
      <FormBrand templateId={draft.templateId}>
        <Filling device={device} draft={draft} />
      </FormBrand>
    </Page>
  );
}

/** Shows the form in place of the screen that filled it in. */
function ToForm({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const go = () => navigate({ to: '/forms/$id', params: { id }, replace: true });
    // There already if the form had parts.
    void import('#web/fill/notes.tsx').then(({ leaveParts }) => leaveParts(id)).then(go, go);
  }, [id, navigate]);
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
