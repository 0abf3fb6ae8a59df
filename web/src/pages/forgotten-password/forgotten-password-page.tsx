import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useLoaderData, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { SignInOptions } from '#sign-in/app-types.ts';
import { requestLink } from '../../api/sign-in.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { FrontForm } from '../../components/send-form.tsx';
import { useSendForm } from '../../components/use-send-form.ts';
import { Front } from '../../shell/front.tsx';
import { useTranslation } from '../../texts.ts';

/** Asks for a link by mail, with which people choose a new password. */
export function ForgottenPasswordPage() {
  const { t } = useTranslation();
  const options = useLoaderData({ from: '/forgotten-password' });
  const [isSent, setSent] = useState(false);
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

function NameForm({ options, onSent }: NameFormProps) {
  const { t } = useTranslation();
  // What was typed on the sign-in page. Not in the address: a password is easily typed into that field.
  const userName = useLocation({ select: ({ state }) => state.typedName ?? '' });
  const form = useSendForm({
    initialValues: { userName },
    validate: { userName: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: (values) => requestLink(values.userName.trim()),
    done: onSent,
    isFleeting: true,
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

/** The same for everybody, so that nobody learns who has a user here. */
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
        <ToSignIn />
      </Stack>
    </Front>
  );
}

function ToSignIn() {
  const { t } = useTranslation();
  return (
    <LinkAnchor to="/sign-in" w="fit-content">
      {t('link.toSignIn')}
    </LinkAnchor>
  );
}
