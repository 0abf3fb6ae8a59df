import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { signInByCode } from '../../api/second-factor.ts';
import type { NextStep } from '../../api/session.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';
import { Front } from '../../shell/front.tsx';
import { PasskeyButton } from './passkey-button.tsx';

interface SecondStepProps {
  readonly next: NonNullable<NextStep>;
  readonly onDone: () => Promise<void>;
  /** Back to the password. */
  readonly onRestart: () => void;
}

/** After a right password that is not enough. */
export function SecondStep({ next, onDone, onRestart }: SecondStepProps) {
  const { t } = useTranslation();
  return (
    <Front title={t('secondFactor.stepTitle')}>
      <Stack>
        {next === 'code' ? (
          <CodeForm onDone={onDone} />
        ) : (
          <>
            <Text>{t('secondFactor.passkeyStep')}</Text>
            <PasskeyButton onDone={onDone} />
          </>
        )}
        <Button variant="subtle" onClick={onRestart}>
          {t('secondFactor.restart')}
        </Button>
      </Stack>
    </Front>
  );
}

function CodeForm({ onDone }: Pick<SecondStepProps, 'onDone'>) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  const act = useAct([], ({ code }: typeof form.values) => signInByCode(code), onDone);
  const isWrong = act.problem instanceof ApiError && act.problem.code === 'code-refused';
  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    form.reset();
  };
  return (
    <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
      <Stack>
        {act.problem && <Problem error={act.problem} />}
        <TextInput
          key={kind}
          label={t(`secondFactor.${kind}Code`)}
          description={t(`secondFactor.${kind}CodeHint`)}
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
          aria-invalid={isWrong}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={act.isRunning}>
          {t('secondFactor.signIn')}
        </Button>
        <Button variant="subtle" onClick={change}>
          {t(kind === 'app' ? 'secondFactor.useRecovery' : 'secondFactor.useApp')}
        </Button>
      </Stack>
    </form>
  );
}
