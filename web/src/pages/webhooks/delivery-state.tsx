import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { WebhookDelivery } from '#webhooks/app-types.ts';

/** Returns the badge of a delivery. One that waits after a failed attempt differs from one that waits for its first. */
function lookOf({ state, attempts }: WebhookDelivery) {
  if (state === 'delivered') return { tone: 'green', icon: IconCircleCheck } as const;
  if (state === 'failed') return { tone: 'red', icon: IconCircleX } as const;
  return attempts.length > 0
    ? ({ tone: 'amber', icon: IconAlertTriangle } as const)
    : ({ tone: 'blue', icon: IconClock } as const);
}

/** Shows whether a delivery has arrived. */
export function DeliveryState({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  return <StateBadge {...lookOf(delivery)}>{t(`webhooks.delivery.${delivery.state}`)}</StateBadge>;
}
