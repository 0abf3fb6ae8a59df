import { useEffect, useRef, useState } from 'react';
import { type Place, roundDegrees } from '#questionnaires/answers/structured-answers.ts';

const PATIENCE_MS = 20_000;

export type Locating = 'idle' | 'looking' | 'denied' | 'failed';

/**
 * Asks the device for its position, only when `start` is called; the browser then asks for permission. A first position
 * is often kilometres away, so better ones are taken until one is good, 20 seconds are over, or somebody stops it.
 * @param wanted the accuracy that ends the search, in metres
 */
export function useLocating(wanted: number, take: (place: Place) => void) {
  const [state, setState] = useState<Locating>('idle');
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  const start = () => {
    end.current?.();
    let best = Number.POSITIVE_INFINITY;
    const stop = (next: Locating) => {
      navigator.geolocation.clearWatch(watch);
      clearTimeout(timer);
      end.current = undefined;
      setState(next);
    };
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        if (end.current !== cancel) return;
        const { accuracy } = position.coords;
        if (accuracy < best) take(placeOf(position));
        best = Math.min(best, accuracy);
        if (accuracy <= wanted) stop('idle');
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) stop('denied');
        // A device that has found one position may fail to find a better one.
        else stop(Number.isFinite(best) ? 'idle' : 'failed');
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    );
    const timer = setTimeout(() => stop(Number.isFinite(best) ? 'idle' : 'failed'), PATIENCE_MS);
    const cancel = () => stop('idle');
    end.current = cancel;
    setState('looking');
  };
  return { state, start, stop: () => end.current?.() };
}

const placeOf = ({ coords, timestamp }: GeolocationPosition): Place => ({
  lat: roundDegrees(coords.latitude),
  lon: roundDegrees(coords.longitude),
  accuracy: Math.round(coords.accuracy * 10) / 10,
  at: instantOf(timestamp),
  source: 'gps',
});

/** Returns a time in milliseconds since 1970 as `2026-11-26T06:15:00Z`. */
export const instantOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
