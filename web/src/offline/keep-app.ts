/** Lets the service worker keep the app on this device. Without one, everything works but opening it offline. */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Refused, for one, where the browser does not trust the certificate.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
