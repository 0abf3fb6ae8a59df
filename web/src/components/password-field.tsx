import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';

/**
 * A password input that can show the password. It sets `aria-invalid` itself, since Mantine marks a fault only
 * visually.
 */
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
