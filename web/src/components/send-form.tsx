import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import { Problem } from './problem.tsx';
import type { Sending } from './use-send-form.ts';

export interface SendFormProps {
  readonly form: Sending;
  readonly children: ReactNode;
  /** The label of the submit button. */
  readonly verb: string;
  readonly isDisabled?: boolean;
  /** Undefined: the form has no cancel button. */
  readonly onCancel?: () => void;
}

/** A form with its fields, its error and its buttons. */
export function SendForm({ form, children, verb, isDisabled = false, onCancel }: SendFormProps) {
  const { t } = useTranslation();
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        {children}
        {form.problem && (
          <Problem error={form.problem} title={t('problem.notDoneOf', { what: verb })} />
        )}
        <Group justify="end" gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
          )}
          <Button type="submit" loading={form.isRunning} disabled={isDisabled}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FrontFormProps extends Pick<SendFormProps, 'form' | 'children' | 'verb'> {
  /** Shown below the button. */
  readonly otherWays?: ReactNode;
}

/** A form that fills a screen for people who are not signed in. */
export function FrontForm({ form, children, verb, otherWays }: FrontFormProps) {
  const { t } = useTranslation();
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        {children}
        {form.problem && (
          <Problem error={form.problem} title={t('problem.notDoneOf', { what: verb })} />
        )}
        <Button type="submit" loading={form.isRunning}>
          {verb}
        </Button>
        {otherWays}
      </Stack>
    </form>
  );
}
