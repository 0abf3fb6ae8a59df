import { Text } from '@mantine/core';
import type { Credential } from '#administration/app-types.ts';
import { revoke } from '#web/api/credentials.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface RevokeDialogProps {
  readonly credential: Credential;
  readonly onClose: () => void;
}

export function RevokeDialog({ credential, onClose }: RevokeDialogProps) {
  const { t } = useTranslation();
  return (
    <ConsentDialog
      title={t('credentials.revokeTitle', { name: credential.name })}
      verb={t('credentials.revoke')}
      act={() => revoke(credential)}
      onClose={onClose}
    >
      <Text>{t('credentials.revokeLead')}</Text>
    </ConsentDialog>
  );
}
