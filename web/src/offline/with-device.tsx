import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { Device } from './device.ts';
import { useStorage } from './use-device.ts';

interface WithDeviceProps {
  readonly title: string;
  readonly children: (device: Device) => ReactNode;
}

/** A screen that works on data of this device; says so where a browser stores nothing. */
export function WithDevice({ title, children }: WithDeviceProps) {
  const { t } = useTranslation();
  const device = useStorage();
  if (device !== undefined) return children(device);
  return (
    <Page title={title}>
      <Text role="alert">{t('fill.noStorage')}</Text>
    </Page>
  );
}
