// Formstead that counts each request where all nodes count.
import { replaceFunction } from './replace.ts';

replaceFunction(
  'http/quota.ts',
  'countInBlocks',
  'export function countInBlocks(policy, deps) { return countEach(policy, deps); }',
);
