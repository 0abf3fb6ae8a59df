import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../texts.ts';

/** A password that can be looked at, and whose fault is said: Mantine marks the fault for eyes alone. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  const { error } = props;
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword') }}
      {...props}
      aria-invalid={Boolean(error)}
    />
  );
}
