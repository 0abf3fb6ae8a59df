// Asking for a new password must not reveal who has an account, so this page says the same to everybody.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SignInOptions } from '#sign-in/app-types.ts';
import { rememberedOrganisation } from '#web/api/organisation.ts';
import { requestLink, signInOptions } from '#web/api/sign-in.ts';
import { Loading } from '#web/components/loading.tsx';
import { FrontForm } from '#web/components/send-form.tsx';
import { FailedFront } from '#web/front/front-boundary.tsx';
import { useFrontForm } from '#web/front/use-front-form.ts';
import { useServerAnswer } from '#web/front/use-server-answer.ts';
import { carriedState, linkTo } from '#web/front/way.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Asks for a link by mail with which the person chooses a new password. */
export function ForgottenPasswordPage() {
  const { t } = useTranslation();
  const account = rememberedOrganisation() ?? '';
  const answer = useServerAnswer(account, () => signInOptions(account));
  const [isSent, setSent] = useState(false);
  if (answer === undefined) return <Loading />;
  const { data: options, error = new Error() } = answer;
  if (options === undefined) return <FailedFront error={error} />;
  if (!options.resetByMail) {
    return (
      <Front title={t('forgotten.title')}>
        <Text mb="md">{t(options.ssoOnly ? 'forgotten.ssoOnly' : 'forgotten.off')}</Text>
        <ToSignIn />
      </Front>
    );
  }
  if (isSent) return <Sent onAgain={() => setSent(false)} />;
  return (
    <Front title={t('forgotten.title')} lead={t('forgotten.lead')}>
      <NameForm options={options} onSent={() => setSent(true)} />
    </Front>
  );
}

interface NameFormProps {
  readonly options: SignInOptions;
  readonly onSent: () => void;
}

/** Returns what was typed on the screen that led here. */
function typedName(): string {
  const state = carriedState();
  const isGiven = state !== undefined && 'typedName' in state;
  return isGiven && typeof state.typedName === 'string' ? state.typedName : '';
}

function NameForm({ options, onSent }: NameFormProps) {
  const { t } = useTranslation();
  // The name comes from the sign-in screen, but not through the URL: people easily type a password into that field.
  const [userName] = useState(typedName);
  const form = useFrontForm({
    initialValues: { userName },
    validate: { userName: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: (values) => requestLink(values.userName.trim()),
    done: onSent,
  });
  return (
    <FrontForm form={form} verb={t('forgotten.submit')} otherWays={<ToSignIn />}>
      <TextInput
        label={t('signIn.userName')}
        {...(options.severalAccounts && { description: t('signIn.withAccount') })}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={600}
        autoFocus
        {...form.getInputProps('userName')}
      />
    </FrontForm>
  );
}

/** Always the same, so that nobody learns whether a user exists. */
function Sent({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Front title={t('forgotten.sentTitle')}>
      <Stack>
        <Text role="status">{t('forgotten.sent')}</Text>
        <Text c="dimmed">{t('forgotten.noMail')}</Text>
        <Button variant="default" onClick={onAgain} autoFocus>
          {t('forgotten.again')}
        </Button>
        <Text c="dimmed">{t('forgotten.noMailAgain')}</Text>
        <ToSignIn />
      </Stack>
    </Front>
  );
}

function ToSignIn() {
  const { t } = useTranslation();
  return (
    <Anchor {...linkTo('/sign-in')} w="fit-content">
      {t('link.toSignIn')}
    </Anchor>
  );
}
