import { Button, Divider, Stack } from '@mantine/core';
import { useState } from 'react';
import type { SignInOptions } from '#sign-in/app-types.ts';
import { knowsPasskeys } from '#web/api/authenticator.ts';
import type { NextStep } from '#web/api/entry.ts';
import { PasskeyButton } from '#web/front/passkey-button.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { PasswordForm } from './password-form.tsx';

interface BreakGlassProps {
  readonly options: SignInOptions;
  readonly onDone: (next: NextStep) => Promise<void>;
}

/**
 * The emergency sign-in of an organisation that requires single sign-on. It is behind a button so that nobody uses it
 * by mistake.
 */
export function BreakGlass({ options, onDone }: BreakGlassProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button variant="subtle" fullWidth mt="md" onClick={() => setOpen(true)}>
        {t('signIn.breakGlass')}
      </Button>
    );
  }
  return (
    <Stack mt="md">
      <Divider label={t('signIn.breakGlass')} />
      {knowsPasskeys() && <PasskeyButton onDone={() => onDone(undefined)} />}
      <PasswordForm options={options} onDone={onDone} />
    </Stack>
  );
}
