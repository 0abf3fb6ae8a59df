import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { LogItem } from '#provisioning/app-types.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const LOOKS = {
  ok: { tone: 'green', icon: IconCircleCheck },
  refused: { tone: 'amber', icon: IconAlertTriangle },
  failed: { tone: 'red', icon: IconCircleX },
} as const;

/** Shows the result of a request. */
export function Outcome({ outcome }: Pick<LogItem, 'outcome'>) {
  const { t } = useTranslation();
  return <StateBadge {...LOOKS[outcome]}>{t(`log.outcomes.${outcome}`)}</StateBadge>;
}
