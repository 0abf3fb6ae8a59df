import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleOff,
  IconClockOff,
} from '@tabler/icons-react';
import type { Credential } from '#administration/app-types.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Shows whether a program can authenticate with a credential, and if not, the reason. */
export function CredentialState({ credential }: { readonly credential: Credential }) {
  const { t } = useTranslation();
  const { state } = credential;
  if (state === 'revoked') {
    return (
      <StateBadge tone="grey" icon={IconCircleOff}>
        {t('credentials.state.revoked')}
      </StateBadge>
    );
  }
  if (state === 'suspended') {
    return (
      <StateBadge tone="red" icon={IconBan}>
        {t('credentials.state.suspended')}
      </StateBadge>
    );
  }
  if (hasOnlyDeadSecrets(credential)) {
    return (
      <StateBadge tone="red" icon={IconClockOff}>
        {t('credentials.states.expired')}
      </StateBadge>
    );
  }
  return isRefused(credential) ? (
    <StateBadge tone="amber" icon={IconAlertTriangle}>
      {t('credentials.states.refused')}
    </StateBadge>
  ) : (
    <StateBadge tone="green" icon={IconCircleCheck}>
      {t('credentials.states.active')}
    </StateBadge>
  );
}

const hasOnlyDeadSecrets = ({ secrets }: Credential): boolean =>
  secrets.length > 0 && secrets.every(({ state }) => state !== 'live');

/**
 * Returns whether the last attempt failed. Both times come from the server and have the same format, so they compare as
 * texts.
 */
const isRefused = ({ lastRefused, lastUsedAt = '' }: Credential): boolean =>
  lastRefused !== undefined && lastRefused.at > lastUsedAt;
