// Formstead that signs each token in the thread pool and encrypts it on the main thread.
import { replaceFunction } from './replace.ts';

replaceFunction(
  'tokens/token-writer.ts',
  'createTokenWriter',
  `export function createTokenWriter(keys) {
    const write = writerInPool(keys, systemRandom);
    return (claims) => write(JSON.stringify(claims));
  }`,
);
