import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../components/page.tsx';
import { useTranslation } from '../texts.ts';
import type { Device } from './device.ts';
import { useStorage } from './use-device.ts';

interface WithDeviceProps {
  readonly title: string;
  readonly children: (device: Device) => ReactNode;
}

/** A page that works on what this device keeps; says so where a browser keeps nothing. */
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
