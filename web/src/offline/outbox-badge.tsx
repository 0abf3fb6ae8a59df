import { Badge } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';
import { useKept } from './use-device.ts';

/** Shows the number of forms that wait to be sent. */
export function OutboxBadge() {
  const { t } = useTranslation();
  const { data } = useKept(['waiting'], ({ waiting }) => waiting());
  const count = data?.length ?? 0;
  if (count === 0) return undefined;
  return <Badge aria-label={t('navigation.waiting', { count })}>{count}</Badge>;
}
