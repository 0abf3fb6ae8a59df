import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { type Device, deviceOf, personIn } from './device.ts';
import { nameOf } from './store.ts';

/** What this device keeps for who is signed in. */
export const useDevice = (): Device => use(deviceOf(personIn(useSession())));

/** Something read from the device, and again after each change. Undefined until it is there. */
export function useKept<T>(key: readonly string[], read: (device: Device) => Promise<T>) {
  const device = useDevice();
  const client = useQueryClient();
  const queryKey = [nameOf(device.person), ...key];
  useEffect(
    () =>
      device.listen(() => {
        void client.invalidateQueries({ queryKey: [nameOf(device.person)] });
      }),
    [device, client],
  );
  return useQuery({ queryKey, queryFn: () => read(device), retry: false });
}
