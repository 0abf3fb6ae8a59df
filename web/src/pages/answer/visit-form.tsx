import { Stack, Text } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use, useEffect, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { type Session, visitAs } from '../../api/session.ts';
import { Loading } from '../../components/loading.tsx';
import { Filling } from '../../fill/filling.tsx';
import type { Device } from '../../offline/device.ts';
import { useKept } from '../../offline/use-device.ts';
import { Front } from '../../shell/front.tsx';
import { useTranslation } from '../../texts.ts';
import { openLinkDevice } from './link-device.ts';
import type { Visit } from './link-visit.ts';
import { dateText } from './refused.tsx';

interface VisitFormProps {
  /** The key under which this browser keeps what belongs to the link. */
  readonly kept: string;
  readonly visit: Visit;
  readonly onSent: () => void;
}

/** The form of a public link, as people with an account fill in theirs. */
export function VisitForm(props: VisitFormProps) {
  const { kept, visit } = props;
  const [device] = useState(() => {
    visitAs(visitorOf(visit));
    return openLinkDevice(kept, visit).catch(() => undefined);
  });
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<Loading />}>
        <OpenForm {...props} device={device} />
      </Suspense>
    </QueryClientProvider>
  );
}

interface OpenFormProps extends VisitFormProps {
  readonly device: Promise<Device | undefined>;
}

function OpenForm({ visit, device: opening, onSent }: OpenFormProps) {
  const { t, i18n } = useTranslation();
  const device = use(opening);
  const { formId } = visit.opened;
  const { title, description, closesAt, fixed } = visit.form;
  const draft = useKept(
    ['draft', formId],
    async ({ store }) => (await store.draft(formId)) ?? null,
  );
  // Opening the device has put it there. It may be sent before this screen has read it.
  const isSent = draft.data === null;
  useEffect(() => {
    if (isSent) onSent();
  }, [isSent, onSent]);
  const ends = closesAt && t('answer.closesAt', { when: dateText(closesAt, i18n.locale) });
  const lead = [description, ends].filter(Boolean).join(' ');
  return (
    <Front title={title} width="46rem" {...(lead !== '' && { lead })}>
      <Stack>
        {device === undefined && <Text role="alert">{t('answer.noStorage')}</Text>}
        {device && draft.data && (
          <Filling device={device} draft={draft.data} visit={{ fixed: Object.keys(fixed) }} />
        )}
      </Stack>
    </Front>
  );
}

/** What stands in place of a session: the link is the user. */
function visitorOf({ opened, form }: Visit): Session {
  return {
    user: {
      id: opened.linkId,
      userName: '',
      role: 'member',
      origin: 'local',
      ssoOnly: false,
      hasPassword: false,
      passwordConfirms: false,
      hasPasskey: false,
      hasApp: false,
    },
    account: {
      id: opened.accountId,
      code: '',
      name: form.organisation.name,
      timeZone: form.timeZone,
      brand: form.organisation.brand,
    },
    formId: opened.formId,
    lacksSecondFactor: false,
    sessionId: '',
    method: 'link',
    signedInAt: new Date().toISOString(),
    expiresAt: opened.expiresAt,
    idleSeconds: 0,
  };
}
