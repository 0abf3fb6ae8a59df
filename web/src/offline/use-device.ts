import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useMemo, useReducer } from 'react';
import { useSession } from '#web/api/session.ts';
import { type Device, openedStorage, personIn, storageOf } from './device.ts';
import { nameOf } from './store.ts';

/** Returns the storage of the signed-in person; undefined where this browser stores nothing. Suspends until it is open. */
export const useStorage = (): Device | undefined => use(storageOf(personIn(useSession())));

/** As {@link useStorage}, but undefined until it is open: a page is shown at once, without what the device will add. */
function useStorageSoon(): Device | undefined {
  const { accountId, userId, formId } = personIn(useSession());
  // Depends on the parts, because the session is a new object each time it is read from the server.
  const person = useMemo(() => ({ accountId, userId, formId }), [accountId, userId, formId]);
  const [, tell] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isCurrent = true;
    void storageOf(person).then(() => {
      if (isCurrent) tell();
    });
    return () => {
      isCurrent = false;
    };
  }, [person]);
  return openedStorage(person);
}

/** Reads something from the device, and again after each change. Its data is undefined until it is read. */
export function useKept<T>(key: readonly string[], read: (device: Device) => Promise<T>) {
  const device = useStorageSoon();
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
