import { Button } from '@mantine/core';
import { signInByPasskey } from '#web/api/entry.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface PasskeyButtonProps {
  readonly onDone: () => Promise<void>;
  /** `filled` where it is the only way to continue. */
  readonly variant?: 'default' | 'filled';
}

/** Signs in without a user name: the authenticator names the user of the passkey. */
export function PasskeyButton({ onDone, variant = 'default' }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const act = useAct(signInByPasskey, onDone);
  return (
    <>
      {act.problem && (
        <Problem
          error={act.problem}
          title={t('problem.notDoneOf', { what: t('signIn.withPasskey') })}
        />
      )}
      <Button variant={variant} loading={act.isRunning} onClick={() => act.run(undefined)}>
        {t('signIn.withPasskey')}
      </Button>
    </>
  );
}
