import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import { useSession } from '#web/api/session.ts';
import { type Device, personIn } from './device.ts';
import { nameOf } from './store.ts';
import { listenForWorkSet, type WorkSet, workSetIn, workSetText } from './work-set-state.ts';

const EVERY_MS = 15 * 60_000;
/** What the person does first comes first. */
const FIRST_AFTER_MS = 2000;

/** Returns what is known of the forms that are kept ahead; undefined before the first time. */
export function useWorkSet(): WorkSet | undefined {
  const person = personIn(useSession());
  return workSetIn(useSyncExternalStore(listenForWorkSet, () => workSetText(person)));
}

/**
 * Keeps the person's open forms on this device: soon, when the network is back, and every 15 minutes. Lists of forms
 * are read again afterwards if they had failed, and in any case when the network is back: they may be older than what
 * was sent.
 */
export function useKeptAhead(device: Device | undefined, isOff: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (device === undefined || isOff) return;
    const keep = async (isBack = false): Promise<void> => {
      if (!navigator.onLine) return;
      try {
        // Loaded late, because no page has to wait for it. Without a network the next round tries again.
        const loaded = await import('./work-set.ts').catch(() => undefined);
        if (loaded === undefined) return;
        await loaded.keepWorkSet(device);
        await client.invalidateQueries({ queryKey: [nameOf(device.person)] });
      } catch (error) {
        // The next round tries again; what the person looks at says what is wrong with the network or the session.
        if (error instanceof ApiError) return;
        throw error;
      }
      await client.invalidateQueries({
        queryKey: [FORMS],
        predicate: ({ state }) => isBack || state.fetchFailureReason !== null,
      });
    };
    // What was typed here is sent before the server is asked what it has.
    const sendAndKeep = (): void => void device.sendNow().then(() => keep(true));
    const first = setTimeout(() => void keep(), FIRST_AFTER_MS);
    const timer = setInterval(() => void keep(), EVERY_MS);
    addEventListener('online', sendAndKeep);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener('online', sendAndKeep);
    };
  }, [client, device, isOff]);
}
