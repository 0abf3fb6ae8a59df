import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sizeText } from '#web/components/size-text.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { readRoom } from './room.ts';

const CHECK_EVERY_MS = 60_000;

/** Says that the device is almost out of space, while there is still room to act. */
export function RoomNote() {
  const { t, i18n } = useTranslation();
  const { data: room } = useQuery({
    queryKey: ['room'],
    queryFn: async () => (await readRoom()) ?? null,
    refetchInterval: CHECK_EVERY_MS,
  });
  if (room?.isLow !== true) return undefined;
  return (
    <Alert role="status" variant="outline" icon={<IconAlertTriangle />} title={t('fill.lowRoom')}>
      {t('fill.lowRoomHint', { size: sizeText(room.freeBytes, i18n.language) })}
    </Alert>
  );
}
