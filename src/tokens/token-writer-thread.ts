// The thread of token-writer.ts: writes the tokens of a batch of claims, in order.
import { parentPort, workerData } from 'node:worker_threads';
import { systemRandom } from '#kernel/ids.ts';
import { type FromThread, READY, type WritingKeys, writerHere } from './write-token.ts';

const keys: WritingKeys = workerData;
const write = writerHere(keys, systemRandom);
const send = (word: FromThread): void => parentPort?.postMessage(word);
parentPort?.on('message', (claims: readonly string[]) => send(claims.map(write)));
send(READY);
