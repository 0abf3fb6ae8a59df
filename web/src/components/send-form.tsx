import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../texts.ts';
import { Problem } from './problem.tsx';
import type { Sending } from './use-send-form.ts';

export interface SendFormProps {
  readonly form: Sending;
  readonly children: ReactNode;
  /** On the button that sends it. */
  readonly verb: string;
  readonly isDisabled?: boolean;
  /** Left out: there is nothing to go back to. */
  readonly onCancel?: () => void;
}

/** The fields of a form, what went wrong with it, and its buttons. */
export function SendForm({ form, children, verb, isDisabled = false, onCancel }: SendFormProps) {
  const { t } = useTranslation();
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        {children}
        {form.problem && (
          <Problem error={form.problem} title={t('problem.notDoneOf', { what: verb })} />
        )}
        <Group justify="end">
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
  /** Below the button. */
  readonly otherWays?: ReactNode;
}

/** A form that is all of a page, for people who are not signed in. */
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
