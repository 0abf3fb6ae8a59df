// The client of the measurements runs in its own thread, so that its work is not counted as work of the service.
import { Agent, request as httpsRequest } from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromClient, Sent, ToClient } from './meter.ts';

const { port, ca }: { readonly port: number; readonly ca: string } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
const tell = (message: FromClient): void => parentPort?.postMessage(message);
let next: Sent | undefined;

function send({ method, path, headers, body }: Sent): void {
  const made = httpsRequest(
    { agent, host: 'localhost', servername: 'localhost', port, method, path, headers },
    (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', ({ message }) => tell({ error: message }));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString().slice(0, 500);
        tell({ status: response.statusCode ?? 0, text });
      });
    },
  );
  made.on('error', ({ message }) => tell({ error: message }));
  made.end(body);
}

parentPort?.on('message', (message: ToClient) => {
  if (message !== 'go') {
    next = message;
    tell('ready');
  } else if (next) send(next);
});
