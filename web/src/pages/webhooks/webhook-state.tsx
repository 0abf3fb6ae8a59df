import { IconAlertTriangle, IconBan, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import type { Webhook } from '#webhooks/app-types.ts';
import { StateBadge } from '../../components/state-badge.tsx';
import { useTranslation } from '../../texts.ts';

type State = Pick<Webhook, 'state' | 'disabledReason' | 'failingSince'>;

/** Grey: an admin turned it off. Red: it was turned off because nothing arrived. */
export function lookOf({ state, disabledReason = 'admin', failingSince }: State) {
  if (state === 'disabled' && disabledReason === 'admin')
    return { tone: 'grey', icon: IconCircleOff } as const;
  if (state === 'disabled') return { tone: 'red', icon: IconBan } as const;
  if (failingSince !== undefined) return { tone: 'amber', icon: IconAlertTriangle } as const;
  return { tone: 'green', icon: IconCircleCheck } as const;
}

/** Whether a webhook works. */
export function WebhookState(webhook: State) {
  const { t } = useTranslation();
  const { state, failingSince } = webhook;
  const word = state === 'active' && failingSince !== undefined ? 'failing' : state;
  return <StateBadge {...lookOf(webhook)}>{t(`webhooks.states.${word}`)}</StateBadge>;
}
