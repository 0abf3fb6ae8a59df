const CHECK_EVERY_MS = 60 * 60_000;

let isOutdated = false;
const listeners = new Set<() => void>();

/** Whether a newer build has taken over since this tab was loaded; with {@link listenForUpdate} for React. */
export const hasUpdate = (): boolean => isOutdated;

/** Calls back once a newer build has taken over. @returns what ends the listening */
export function listenForUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Registers the service worker, which keeps the app on this device. Without it everything works except opening the app
 * offline, and nobody learns of a newer build. Returns a function that ends the checks for one.
 */
export function keepApp(): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  // The first worker of a device takes over too, and is no update.
  let isControlled = serviceWorker.controller !== null;
  const takeOver = (): void => {
    isOutdated ||= isControlled;
    isControlled = true;
    for (const listener of listeners) listener();
  };
  // Browsers check for a newer worker when a page is loaded, which an installed app may not be for days.
  const check = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const registration = await serviceWorker.getRegistration();
    // Rejected without a network; the next check may have one.
    await registration?.update().catch(() => undefined);
  };
  const checkSoon = (): void => void check();
  // Rejected, for example, where the browser does not trust the certificate.
  serviceWorker.register('/service-worker.js').catch(() => undefined);
  serviceWorker.addEventListener('controllerchange', takeOver);
  document.addEventListener('visibilitychange', checkSoon);
  const timer = setInterval(checkSoon, CHECK_EVERY_MS);
  return () => {
    serviceWorker.removeEventListener('controllerchange', takeOver);
    document.removeEventListener('visibilitychange', checkSoon);
    clearInterval(timer);
  };
}
