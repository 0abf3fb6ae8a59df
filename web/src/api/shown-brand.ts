// The organisation whose pages these are, as soon as the server has told: by the session, or to strangers at sign-in.
import { useSyncExternalStore } from 'react';
import type { Brand } from '#administration/app-types.ts';

interface Organisation {
  readonly name: string;
  readonly brand: Brand;
}

let shown: Organisation | undefined;
const listeners = new Set<() => void>();

/** Undefined: none is known, or it has neither colour nor logo. */
export function showBrand(organisation: Organisation | undefined): void {
  // A session that this device remembers may be older than brands.
  shown = organisation?.brand && organisation;
  for (const tell of listeners) tell();
}

export const useBrand = (): Organisation | undefined =>
  useSyncExternalStore(subscribe, () => shown);

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
