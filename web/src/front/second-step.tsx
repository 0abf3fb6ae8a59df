import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type NextStep, signInByCode } from '#web/api/entry.ts';
import { FrontForm } from '#web/components/send-form.tsx';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useFrontForm } from './use-front-form.ts';

interface SecondStepProps {
  readonly next: NonNullable<NextStep>;
  readonly onDone: () => Promise<void>;
  /** Returns to the password. */
  readonly onRestart: () => void;
}

/** Asks for the second factor after a correct password. */
export function SecondStep({ next, onDone, onRestart }: SecondStepProps) {
  const { t } = useTranslation();
  return (
    <Front title={t(next === 'code' ? 'secondFactor.stepTitle' : 'secondFactor.passkeyTitle')}>
      <Stack>
        {next === 'code' ? (
          <CodeForm onDone={onDone} />
        ) : (
          <>
            <Text>{t('secondFactor.passkeyStep')}</Text>
            <PasskeyButton variant="filled" onDone={onDone} />
          </>
        )}
        <Button variant="subtle" onClick={onRestart}>
          {t('secondFactor.restart')}
        </Button>
      </Stack>
    </Front>
  );
}

type Kind = 'app' | 'recovery';

function CodeForm({ onDone }: Pick<SecondStepProps, 'onDone'>) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('app');
  return (
    <Stack>
      {/* A new field for the other kind, without the error of the first one. */}
      <CodeField key={kind} kind={kind} onDone={onDone} />
      <Button variant="subtle" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
        {t(kind === 'app' ? 'secondFactor.useRecovery' : 'secondFactor.useApp')}
      </Button>
    </Stack>
  );
}

interface CodeFieldProps extends Pick<SecondStepProps, 'onDone'> {
  readonly kind: Kind;
}

function CodeField({ kind, onDone }: CodeFieldProps) {
  const { t } = useTranslation();
  const form = useFrontForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ code }) => signInByCode(code),
    done: onDone,
  });
  return (
    <FrontForm form={form} verb={t('secondFactor.signIn')}>
      <TextInput
        label={t(`secondFactor.${kind}Code`)}
        description={t(`secondFactor.${kind}CodeHint`)}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus
        {...form.getInputProps('code')}
      />
    </FrontForm>
  );
}
