import { Button, Group, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { useTranslation } from '#web/texts/texts.ts';

const PATIENCE_MS = 20_000;

interface PlaceButtonProps {
  readonly device: Device;
  readonly draft: Draft;
}

/** Adds the location, only when the person asks for it; the browser then asks for permission. */
export function PlaceButton({ device, draft }: PlaceButtonProps) {
  const { t, i18n } = useTranslation();
  const [state, setState] = useState<'idle' | 'asking' | 'denied' | 'failed' | 'notKept'>('idle');
  const keep = async ({ coords: { latitude, longitude, accuracy } }: GeolocationPosition) => {
    const location = { latitude, longitude, accuracy };
    try {
      await device.store.update(draft.formId, (now) => ({
        ...now,
        location,
        edits: now.edits + 1,
        changedAt: Date.now(),
      }));
    } catch {
      return setState('notKept');
    }
    setState('idle');
    device.sendSoon();
  };
  const ask = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      (position) => void keep(position),
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'denied' : 'failed'),
      { enableHighAccuracy: true, timeout: PATIENCE_MS },
    );
  };
  const { location } = draft;
  const number = (value: number) =>
    value.toLocaleString(i18n.language, { maximumFractionDigits: 5, useGrouping: false });
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconMapPin size={18} aria-hidden />}
        loading={state === 'asking'}
        onClick={ask}
      >
        {t(location === undefined ? 'fill.addPlace' : 'fill.renewPlace')}
      </Button>
      <Text size="sm" role="status">
        {state === 'denied' && t('fill.placeDenied')}
        {state === 'failed' && t('fill.placeFailed')}
        {state === 'notKept' && t('fill.notKept')}
        {location !== undefined &&
          state === 'idle' &&
          t('fill.placeKept', {
            latitude: number(location.latitude),
            longitude: number(location.longitude),
          })}
      </Text>
    </Group>
  );
}
