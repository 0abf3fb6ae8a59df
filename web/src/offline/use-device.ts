import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { type Device, personIn, storageOf } from './device.ts';
import { nameOf } from './store.ts';

/** What this device keeps for who is signed in; undefined where this browser keeps nothing. */
export const useStorage = (): Device | undefined => use(storageOf(personIn(useSession())));

/** Something read from the device, and again after each change. Undefined until it is there. */
export function useKept<T>(key: readonly string[], read: (device: Device) => Promise<T>) {
  const device = useStorage();
  const client = useQueryClient();
  const name = device && nameOf(device.person);
  useEffect(
    () => device?.listen(() => void client.invalidateQueries({ queryKey: [name] })),
    [device, client, name],
  );
  return useQuery({
    queryKey: [name, ...key],
    queryFn: device ? () => read(device) : skipToken,
    retry: false,
  });
}
