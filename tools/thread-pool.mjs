// How many threads libuv keeps for work that would stop all requests: password hashes, file reads,
// name look-ups. It counts them once, when the first is needed, so whoever starts the program sets
// this before. Plain JavaScript for Node 20.
import { availableParallelism } from 'node:os';

const LEAST = 4; // what libuv has by itself

/**
 * A thread for each core beside those that hash at once (all cores but one, src/directory/passwords/passwords.ts),
 * so that nothing waits behind passwords.
 */
export function threadPoolSize(cores = availableParallelism()) {
  const hashing = Math.max(1, cores - 1);
  return String(Math.max(LEAST, cores + hashing));
}
