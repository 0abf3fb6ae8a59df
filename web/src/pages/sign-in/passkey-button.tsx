import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { signInByPasskey } from '../../api/passkeys.ts';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';

/** Signs in without a name: the authenticator knows whose passkey it is. */
export function PasskeyButton({ onDone }: { readonly onDone: () => Promise<void> }) {
  const { t } = useTranslation();
  const act = useAct([], signInByPasskey, onDone);
  return (
    <>
      {act.problem && <Problem error={act.problem} />}
      <Button variant="default" loading={act.isRunning} onClick={() => act.run(undefined)}>
        {t('signIn.withPasskey')}
      </Button>
    </>
  );
}
