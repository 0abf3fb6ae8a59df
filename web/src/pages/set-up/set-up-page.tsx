// An instance without an organisation has nobody who could sign in, so a link that works once takes the place of a
// sign-in.
import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SetUpAnswer } from '#sign-in/app-types.ts';
import { ApiError, call } from '#web/api/client.ts';
import { deviceZone } from '#web/components/exact-time.ts';
import { Loading } from '#web/components/loading.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { Problem } from '#web/components/problem.tsx';
import { FrontForm } from '#web/components/send-form.tsx';
import { useFrontForm } from '#web/front/use-front-form.ts';
import { useServerAnswer } from '#web/front/use-server-answer.ts';
import { linkTo } from '#web/front/way.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { FirstCredential } from './first-credential.tsx';

const MIN_PASSWORD = 15;

/**
 * The target of the one-time link of an instance that is not set up: names the organisation and creates its first
 * admin.
 */
export function SetUpPage() {
  const { t } = useTranslation();
  // The token follows `#`, which browsers never send, so it does not get into logs or the Referer header.
  const [token] = useState(() => location.hash.slice(1));
  const [credential, setCredential] = useState<SetUpAnswer>();
  if (credential !== undefined) return <FirstCredential {...credential} />;
  if (token === '') {
    return (
      <Front title={t('setUp.title')}>
        <Text role="alert">{t('setUp.noToken')}</Text>
      </Front>
    );
  }
  return <WorkingLink token={token} onDone={setCredential} />;
}

/** Checks the link before it shows the form, so that nobody fills in a form whose link has expired. */
function WorkingLink({ token, onDone }: SetUpFormProps) {
  const { t } = useTranslation();
  const answer = useServerAnswer(token, () => call('POST', '/app/v1/set-up/read', { token }));
  if (answer === undefined) return <Loading />;
  const { error } = answer;
  if (error === undefined) return <SetUpForm token={token} onDone={onDone} />;
  const isOver = error instanceof ApiError && error.code === 'already-set-up';
  return (
    <Front title={t('setUp.title')}>
      <Stack>
        <Problem
          error={error}
          title={t('problem.notOpened')}
          {...(!isOver && { onRetry: () => location.reload() })}
        />
        {isOver && (
          <Button component="a" {...linkTo('/sign-in')}>
            {t('link.toSignIn')}
          </Button>
        )}
      </Stack>
    </Front>
  );
}

interface SetUpFormProps {
  readonly token: string;
  readonly onDone: (credential: SetUpAnswer) => void;
}

/** Returns the time zone of the browser, which most people of the organisation share; undefined where it knows none. */
function ownTimeZone(): string | undefined {
  const timeZone = deviceZone();
  return timeZone === 'Etc/Unknown' ? undefined : timeZone;
}

function SetUpForm({ token, onDone }: SetUpFormProps) {
  const { t } = useTranslation();
  const form = useFrontForm({
    initialValues: { accountName: '', userName: '', password: '' },
    validate: {
      accountName: (value) => (value.trim() === '' ? t('field.required') : null),
      userName: (value) => (value.trim() === '' ? t('field.required') : null),
      password: (value) =>
        [...value].length < MIN_PASSWORD ? t('field.tooShort', { count: MIN_PASSWORD }) : null,
    },
    send: (values) =>
      call<SetUpAnswer>('POST', '/app/v1/set-up', { token, ...values, timeZone: ownTimeZone() }),
    done(answer) {
      history.replaceState(null, '', location.pathname);
      onDone(answer);
    },
  });
  return (
    <Front title={t('setUp.title')} lead={t('setUp.lead')}>
      <FrontForm form={form} verb={t('setUp.submit')}>
        <TextInput
          label={t('setUp.accountName')}
          autoComplete="organization"
          maxLength={200}
          autoFocus
          {...form.getInputProps('accountName')}
        />
        <TextInput
          label={t('setUp.userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          {...form.getInputProps('userName')}
        />
        <PasswordField
          label={t('setUp.password')}
          description={t('setUp.passwordHint', { count: MIN_PASSWORD })}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <List size="sm" c="dimmed">
          <List.Item>{t('setUp.local')}</List.Item>
          <List.Item>{t('setUp.keep')}</List.Item>
        </List>
      </FrontForm>
    </Front>
  );
}
