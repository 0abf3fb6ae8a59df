import { lookAgain } from '../../api/webhooks.ts';

const SOON_MS = 1500;

/** Shows how it went as soon as a receiver that is well has answered. */
export async function lookSoon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SOON_MS));
  await lookAgain();
}
