/**
 * Registers the service worker, which keeps the app on this device. Without it everything works except opening the app
 * offline.
 */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Rejected, for example, where the browser does not trust the certificate.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
