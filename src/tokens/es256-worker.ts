// The thread of es256-signer.ts: signs texts together, in the order they came.
import type { KeyObject } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { signEs256 } from './sign-es256.ts';

const key: KeyObject = workerData;
parentPort?.on('message', (texts: readonly string[]) => {
  parentPort?.postMessage(texts.map((text) => signEs256(key, text)));
});
