// Somebody else's server that is told of completed forms: what reached it was told to the world, and must be kept.
import { type Received, startReceiver } from '../support/webhook-receiver.ts';
import type { Ledger } from './ledger.ts';

export interface Hearing {
  /** For a webhook. */
  readonly url: string;
  /** PEM of the authority to trust. */
  readonly ca: string;
  /** From now on, messages go to this ledger. @param now the moment, as the ledger counts */
  hear(ledger: Ledger, now: () => number): void;
  /** Waits until all that a killed server sent has been heard. */
  waitUntilIdle(): Promise<void>;
  close(): Promise<void>;
}

export async function openHearing(): Promise<Hearing> {
  let note = (_message: Received): void => undefined;
  const receiver = await startReceiver((message) => note(message));
  const { url, ca, waitUntilIdle, close } = receiver;
  return {
    url: `${url}/hook`,
    ca,
    hear(ledger, now) {
      note = ({ headers, body }) => {
        const { data } = JSON.parse(body) as { readonly data: { readonly id: string } };
        const thing = `event ${String(headers['webhook-id'])}`;
        ledger.attempt(thing, data.id)(now());
      };
    },
    waitUntilIdle,
    close,
  };
}
