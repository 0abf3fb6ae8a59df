// An external server that receives events of completed forms. A form whose event was received must not be lost.
import { type Received, startReceiver } from '../support/webhook-receiver.ts';
import type { Ledger } from './ledger.ts';

export interface LedgerReceiver {
  /** The URL for a webhook. */
  readonly url: string;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  /** Writes messages to this ledger from now on. @param now returns the moment, as the ledger counts */
  recordTo(ledger: Ledger, now: () => number): void;
  /** Waits until everything that a killed server sent has been received. */
  waitUntilIdle(): Promise<void>;
  close(): Promise<void>;
}

export async function openLedgerReceiver(): Promise<LedgerReceiver> {
  let record = (_message: Received): void => undefined;
  const receiver = await startReceiver((message) => record(message));
  const { url, ca, waitUntilIdle, close } = receiver;
  return {
    url: `${url}/hook`,
    ca,
    recordTo(ledger, now) {
      record = ({ headers, body }) => {
        const { data } = JSON.parse(body) as { readonly data: { readonly id: string } };
        const thing = `event ${String(headers['webhook-id'])}`;
        ledger.attempt(thing, data.id)(now());
      };
    },
    waitUntilIdle,
    close,
  };
}
