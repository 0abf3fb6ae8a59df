import { useEffect, useEffectEvent } from 'react';

/** After this long without a touch or a key somebody else may be at the device. */
const IDLE_MS = 10 * 60_000;
const LOOK_EVERY_MS = 5000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchmove'] as const;

interface Absence {
  /** Called when nobody has touched the page for ten minutes. */
  readonly onIdle: () => void;
  /** Called when the page is left, also for a while. */
  readonly onLeft: () => void;
}

/** Notices that the person has gone away from the page. */
export function useAbsence({ onIdle, onLeft }: Absence): void {
  const idle = useEffectEvent(onIdle);
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    let lastAt = Date.now();
    const look = () => {
      if (Date.now() - lastAt >= IDLE_MS) idle();
    };
    const sign = () => {
      // A device that slept shows the page before its timers run.
      look();
      lastAt = Date.now();
    };
    const leave = () => left();
    const timer = setInterval(look, LOOK_EVERY_MS);
    for (const each of SIGNS) addEventListener(each, sign, { passive: true, capture: true });
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const each of SIGNS) removeEventListener(each, sign, { capture: true });
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
