import { Text, TextInput } from '@mantine/core';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { LinkReceipt } from '#public-links/app-types.ts';
import { ApiError } from '#web/api/client.ts';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { FrontForm } from '#web/components/send-form.tsx';
import { part } from '#web/front/part.ts';
import { useFrontForm } from '#web/front/use-front-form.ts';
import { useServerAnswer } from '#web/front/use-server-answer.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { keyOf, openDraft, openVisit, receiptOf, type Visit, waitingOf } from './link-visit.ts';
import { Receipt } from './receipt.tsx';
import { Refused } from './refused.tsx';

// With the forms engine, which is larger than everything else.
const VisitForm = part(
  async () => (await import('./visit-form.tsx')).VisitForm,
  ['fill', 'survey', 'forms'],
);

/** The page of a public link: somebody without an account fills in its form and sends it. */
export function AnswerPage() {
  const { t } = useTranslation();
  const token = useToken();
  if (token !== '') return <Opening key={token} token={token} />;
  return (
    <Front title={t('answer.title')}>
      <Text role="alert">{t('answer.incomplete')}</Text>
    </Front>
  );
}

/** Reads the token also when another link is opened in the same tab. Browsers never send what follows `#`. */
function useToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}

interface Found {
  readonly key: string;
  readonly visit: Visit | LinkReceipt;
}

function Opening({ token }: { readonly token: string }) {
  const [code, setCode] = useState<string>();
  const [again, setAgain] = useState(0);
  /** Opens the form again that was being filled in when its code changed. */
  const [resumed, setResumed] = useState<string>();
  const answer = useServerAnswer(`${again} ${code} ${resumed}`, async (): Promise<Found> => {
    const key = await keyOf(token);
    const receipt = resumed === undefined ? receiptOf(key) : undefined;
    return { key, visit: receipt ?? (await openVisit(key, token, code, resumed)) };
  });
  const key = answer?.data?.key;
  const send = useEffectEvent((of: string) => sendWaiting(of, token, code));
  useEffect(() => {
    if (key !== undefined) void send(key);
  }, [key]);
  if (answer === undefined) return <Loading />;
  const { data, error } = answer;
  if (error !== undefined) {
    if (asksForCode(error)) return <CodeForm error={error} onCode={setCode} />;
    return <Refused error={error} />;
  }
  if (data === undefined) return <Loading />;
  const anew = () => {
    setResumed(undefined);
    setAgain((count) => count + 1);
  };
  const askForCode = (draft: string) => {
    setResumed(draft);
    setCode(undefined);
  };
  if ('receipt' in data.visit)
    return <Receipt kept={data.key} receipt={data.visit} onAgain={anew} />;
  return (
    <Suspense fallback={<Loading />}>
      <VisitForm
        key={data.visit.opened.formId}
        kept={data.key}
        visit={data.visit}
        onOver={anew}
        onCodeChanged={askForCode}
      />
    </Suspense>
  );
}

/** Sends what others have asked to send on this device, whatever this page shows. */
async function sendWaiting(key: string, token: string, code: string | undefined): Promise<void> {
  if (waitingOf(key).length === 0) return;
  const device = await import('./link-device.ts');
  await device.sendWaiting(key, (draft) => openDraft(token, code, draft));
}

const asksForCode = (error: Error): error is ApiError =>
  error instanceof ApiError && /^public-link-code-(?:needed|refused)$/.test(error.code);

interface CodeFormProps {
  readonly error: ApiError;
  readonly onCode: (code: string) => void;
}

function CodeForm({ error, onCode }: CodeFormProps) {
  const { t } = useTranslation();
  const form = useFrontForm({
    initialValues: { code: '' },
    send: async ({ code }) => onCode(code.trim()),
  });
  return (
    <Front title={t('answer.codeTitle')} lead={t('answer.codeLead')}>
      {error.code === 'public-link-code-refused' && <Problem error={error} />}
      <FrontForm form={form} verb={t('answer.continue')}>
        <TextInput
          label={t('answer.code')}
          autoComplete="off"
          autoFocus
          required
          {...form.getInputProps('code')}
        />
      </FrontForm>
    </Front>
  );
}
