// The organisation whose screens these are, as soon as the server has told: by the session, or to strangers at sign-in.
// Without React, because the sign-in options are asked for before React is loaded.
import type { Brand } from '#administration/app-types.ts';

export interface Organisation {
  readonly name: string;
  readonly brand: Brand;
}

let shown: Organisation | undefined;
const listeners = new Set<() => void>();

/** Shows an organisation with a colour or a logo; undefined if none is known. */
export function showBrand(organisation: Organisation | undefined): void {
  // A session that this device remembers may be older than brands.
  shown = organisation?.brand && organisation;
  for (const listener of listeners) listener();
}

export const shownBrand = (): Organisation | undefined => shown;

export function subscribeToBrand(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
