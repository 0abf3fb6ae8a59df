import { Text } from '@mantine/core';
import type { Credential } from '#administration/app-types.ts';
import { setTokenEndpointAudience } from '#web/api/credentials.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface AudienceDialogProps {
  readonly credential: Credential;
  readonly onClose: () => void;
}

/**
 * Allows the token endpoint as the audience of assertions, as msal and authlib set it, or only the strict value again.
 */
export function AudienceDialog({ credential, onClose }: AudienceDialogProps) {
  const { t } = useTranslation();
  const isOn = credential.tokenEndpointAudience === true;
  const { name } = credential;
  return (
    <ConsentDialog
      title={t(isOn ? 'credentials.strictTitle' : 'credentials.audienceTitle', { name })}
      verb={t(isOn ? 'credentials.strict' : 'credentials.audience')}
      isHarmless
      act={() => setTokenEndpointAudience(credential, !isOn)}
      onClose={onClose}
    >
      <Text>{t(isOn ? 'credentials.strictLead' : 'credentials.audienceLead')}</Text>
    </ConsentDialog>
  );
}
