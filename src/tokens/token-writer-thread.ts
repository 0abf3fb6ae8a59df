// The thread of token-writer.ts: writes the tokens of claims together, in the order they came.
import { parentPort, workerData } from 'node:worker_threads';
import { systemRandom } from '#kernel/ids.ts';
import { type WritingKeys, writerHere } from './write-token.ts';

const keys: WritingKeys = workerData;
const write = writerHere(keys, systemRandom);
parentPort?.on('message', (claims: readonly string[]) => {
  parentPort?.postMessage(claims.map(write));
});
