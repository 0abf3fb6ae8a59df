// Formstead that counts each request in the counter that all nodes share.
import { replaceFunction } from './replace.ts';

replaceFunction(
  'http/quota.ts',
  'countInBlocks',
  'export function countInBlocks(policy, deps) { return countEach(policy, deps); }',
);
