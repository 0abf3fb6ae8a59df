// An external server that receives events of completed forms. A form whose event was received must not be lost.
import { type Received, startReceiver } from '../support/webhook-receiver.ts';
import type { Ledger } from './ledger.ts';

export interface Hearing {
  /** The URL for a webhook. */
  readonly url: string;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  /** Writes messages to this ledger from now on. @param now returns the moment, as the ledger counts */
  hear(ledger: Ledger, now: () => number): void;
  /** Waits until everything that a killed server sent has been received. */
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
