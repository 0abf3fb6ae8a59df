import { Divider, getDefaultZIndex, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '#web/api/client.ts';
import { answerWith, Declined } from '#web/api/confirmation.ts';
import { useSession } from '#web/api/session.ts';
import { PasswordField } from '#web/components/password-field.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useIsTopmost } from '#web/components/topmost.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ByPasskey } from './by-passkey.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** The dialog often opens above another dialog, whose action needs the confirmation. */
const ABOVE_DIALOGS = getDefaultZIndex('modal') + 1;

type Question = Parameters<Parameters<typeof answerWith>[0]>[0];

/** Asks for the password or a passkey before a sensitive action. Mounted once. */
export function ConfirmationDialog() {
  const { t } = useTranslation();
  const { passwordConfirms, hasPasskey } = useSession().user;
  const [question, setQuestion] = useState<Question>();
  // A dialog below must not close by the same Escape key.
  useIsTopmost(question !== undefined);
  useEffect(() => answerWith(setQuestion), []);
  const decline = () => {
    question?.reject(new Declined());
    setQuestion(undefined);
  };
  const accept = ({ resolve }: Question) => {
    resolve();
    setQuestion(undefined);
  };
  return (
    <Modal
      opened={question !== undefined}
      onClose={decline}
      title={t('confirmation.title')}
      zIndex={ABOVE_DIALOGS}
    >
      {question !== undefined && (
        <Stack>
          {hasPasskey && <ByPasskey onDone={() => accept(question)} />}
          {hasPasskey && <Divider label={t('confirmation.or')} />}
          {passwordConfirms ? (
            <PasswordForm onCancel={decline} onDone={() => accept(question)} />
          ) : (
            <SignInAgain onCancel={decline} onDone={() => accept(question)} />
          )}
        </Stack>
      )}
    </Modal>
  );
}

interface PasswordFormProps {
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

function PasswordForm({ onCancel, onDone }: PasswordFormProps) {
  const { t } = useTranslation();
  const { hasApp } = useSession().user;
  const form = useSendForm({
    initialValues: { password: '', code: '' },
    send: ({ password, code }) =>
      call('POST', '/app/v1/session/confirm', { password, ...(code.trim() !== '' && { code }) }),
    done: onDone,
    isFleeting: true,
  });
  return (
    <SendForm form={form} verb={t('confirmation.submit')} onCancel={onCancel}>
      <Text>{t(hasApp ? 'confirmation.leadWithCode' : 'confirmation.lead')}</Text>
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      {hasApp && (
        <TextInput
          label={t('confirmation.code')}
          description={t('confirmation.codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          {...form.getInputProps('code')}
        />
      )}
    </SendForm>
  );
}
