import { lookAgain } from '#web/api/webhooks.ts';

const SOON_MS = 1500;

/** Reads the deliveries again after a moment, in which a working receiver has answered. */
export async function lookSoon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SOON_MS));
  await lookAgain();
}
