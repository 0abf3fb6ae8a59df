import { useSyncExternalStore } from 'react';
import { type Organisation, shownBrand, subscribeToBrand } from './brand-store.ts';

/** Returns the organisation whose colour and logo are shown; undefined if none is known, or it has neither. */
export const useBrand = (): Organisation | undefined =>
  useSyncExternalStore(subscribeToBrand, shownBrand);
