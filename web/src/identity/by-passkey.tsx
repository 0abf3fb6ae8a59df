import { Button } from '@mantine/core';
import { confirmByPasskey } from '#web/api/passkeys.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Confirms the identity by a passkey instead of a password. Shown to people who have one. */
export function ByPasskey({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const act = useAct(confirmByPasskey, onDone);
  return (
    <>
      {act.problem && (
        <Problem
          error={act.problem}
          title={t('problem.notDoneOf', { what: t('confirmation.byPasskey') })}
        />
      )}
      <Button variant="default" loading={act.isRunning} onClick={() => act.run(undefined)}>
        {t('confirmation.byPasskey')}
      </Button>
    </>
  );
}
