import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { type Device, personIn, storageOf } from './device.ts';
import { nameOf } from './store.ts';

/** Returns the storage of the signed-in person; undefined where this browser stores nothing. */
export const useStorage = (): Device | undefined => use(storageOf(personIn(useSession())));

/** Reads something from the device, and again after each change. Its data is undefined until then. */
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
