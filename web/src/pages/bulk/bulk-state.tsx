import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import type { BulkActForm, BulkActItem } from '#web/api/bulk-acts.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const STATES = {
  queued: { tone: 'grey', icon: IconClock },
  running: { tone: 'blue', icon: IconLoader },
  done: { tone: 'green', icon: IconCircleCheck },
  partly: { tone: 'red', icon: IconAlertTriangle },
  failed: { tone: 'red', icon: IconCircleX },
  cancelled: { tone: 'grey', icon: IconBan },
} as const;

/**
 * Between two turns an action waits for others, which is no news for its owner. One that ended with failures does not
 * look like a success.
 */
export function BulkState({ item }: { readonly item: BulkActItem }) {
  const { t } = useTranslation();
  const { state, done, skipped, failed } = item;
  const isBegun = done + skipped + failed > 0;
  const begun = state === 'queued' && isBegun ? 'running' : state;
  const shown = begun === 'done' && failed > 0 ? 'partly' : begun;
  return <StateBadge {...STATES[shown]}>{t(`bulk.states.${shown}`)}</StateBadge>;
}

const OUTCOMES = {
  done: { tone: 'green', icon: IconCircleCheck },
  skipped: { tone: 'amber', icon: IconPlayerSkipForward },
  failed: { tone: 'red', icon: IconCircleX },
} as const;

export function Outcome({ outcome }: { readonly outcome: BulkActForm['outcome'] | undefined }) {
  const { t } = useTranslation();
  if (outcome === undefined) {
    return (
      <StateBadge tone="grey" icon={IconClock}>
        {t('bulk.waiting')}
      </StateBadge>
    );
  }
  return <StateBadge {...OUTCOMES[outcome]}>{t(`bulk.outcomes.${outcome}`)}</StateBadge>;
}
