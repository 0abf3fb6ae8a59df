import { IconCircleCheck, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import type { Provisioning } from '#provisioning/app-types.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const LOOKS = {
  on: { tone: 'green', icon: IconCircleCheck },
  paused: { tone: 'amber', icon: IconPlayerPause },
  disconnected: { tone: 'red', icon: IconPlugConnectedX },
} as const;

/** Shows the state of provisioning in one word. */
export function ProvisioningState({ state }: Pick<Provisioning, 'state'>) {
  const { t } = useTranslation();
  return <StateBadge {...LOOKS[state]}>{t(`provisioning.states.${state}`)}</StateBadge>;
}
