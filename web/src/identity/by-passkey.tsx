import { Button } from '@mantine/core';
import { confirmByPasskey } from '../api/passkeys.ts';
import { Problem } from '../components/problem.tsx';
import { useAct } from '../components/use-act.ts';
import { useTranslation } from '../texts.ts';

/** For who has a passkey: it proves who one is as a password does. */
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
