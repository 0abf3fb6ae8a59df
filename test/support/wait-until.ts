import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/** Waits until a condition holds that becomes true by itself. @throws after a minute */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`this did not come true within a minute: ${holds}`);
    await sleep(POLL_MS);
  }
}
