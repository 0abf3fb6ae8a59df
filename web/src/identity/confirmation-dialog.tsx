import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { focusFirstFault } from '../components/focus-field.ts';
import { PasswordField } from '../components/password-field.tsx';
import { Problem } from '../components/problem.tsx';
import { useAct } from '../components/use-act.ts';
import { answerWith, Declined } from './confirmation.ts';
import { SignInAgain } from './sign-in-again.tsx';

type Question = Parameters<Parameters<typeof answerWith>[0]>[0];

/** Asks for the password again before something sensitive. Mounted once. */
export function ConfirmationDialog() {
  const { t } = useTranslation();
  const { hasPassword } = useSession().user;
  const [question, setQuestion] = useState<Question>();
  useEffect(() => answerWith(setQuestion), []);
  const decline = () => {
    question?.reject(new Declined());
    setQuestion(undefined);
  };
  return (
    <Modal opened={question !== undefined} onClose={decline} title={t('confirmation.title')}>
      {question !== undefined && !hasPassword && <SignInAgain onCancel={decline} />}
      {question !== undefined && hasPassword && (
        <PasswordForm
          onCancel={decline}
          onDone={() => {
            question.resolve();
            setQuestion(undefined);
          }}
        />
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
  const form = useForm({ initialValues: { password: '' } });
  const act = useAct(
    ['password'],
    (values: typeof form.values) => call('POST', '/app/v1/session/confirm', values),
    onDone,
  );
  return (
    <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
      <Stack>
        <Text>{t('confirmation.lead')}</Text>
        {act.problem && <Problem error={act.problem} />}
        <PasswordField
          label={t('field.password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
          error={act.faultAt('password')}
        />
        <Group justify="end">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={act.isRunning}>
            {t('confirmation.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
