import { IconAlertTriangle, IconBan, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { Webhook } from '#webhooks/app-types.ts';

type State = Pick<Webhook, 'state' | 'disabledReason' | 'failingSince'>;

/**
 * Returns the badge of a webhook. Grey: an admin has turned it off. Red: Formstead has turned it off, because the
 * receiver answered 410 or nothing arrived for five days.
 */
export function lookOf({ state, disabledReason = 'admin', failingSince }: State) {
  if (state === 'disabled' && disabledReason === 'admin')
    return { tone: 'grey', icon: IconCircleOff } as const;
  if (state === 'disabled') return { tone: 'red', icon: IconBan } as const;
  if (failingSince !== undefined) return { tone: 'amber', icon: IconAlertTriangle } as const;
  return { tone: 'green', icon: IconCircleCheck } as const;
}

/** Shows whether a webhook works. */
export function WebhookState(webhook: State) {
  const { t } = useTranslation();
  const { state, failingSince } = webhook;
  const word = state === 'active' && failingSince !== undefined ? 'failing' : state;
  return <StateBadge {...lookOf(webhook)}>{t(`webhooks.states.${word}`)}</StateBadge>;
}
