// Preloaded into a process. To each message it answers how many bytes of a hundred thousand objects, all dropped at
// once, were old from birth, after many of their kind had lived long.
import { getHeapSpaceStatistics } from 'node:v8';

const KEPT = 300_000;
const DROPPED = 10_000;
const TIMES = 10;

// Somebody has to see each, or none is made.
const seen: unknown[] = [];
const make = (n: number): readonly object[] => [{ n }];

function oldBytes(): number {
  const old = getHeapSpaceStatistics().find((each) => each.space_name === 'old_space');
  return old?.space_used_size ?? 0;
}

function growth(): number {
  const before = oldBytes();
  for (let n = 0; n < DROPPED; n += 1) seen[0] = make(n);
  return oldBytes() - before;
}

process.on('message', () => {
  const kept: unknown[] = [];
  for (let n = 0; n < KEPT; n += 1) kept.push(make(n));
  // What was kept last gets old meanwhile.
  for (let n = 0; n < TIMES; n += 1) growth();
  const grown = Array.from({ length: TIMES }, growth).filter((bytes) => bytes > 0);
  process.send?.({ kept: kept.length, bytes: grown.reduce((sum, bytes) => sum + bytes, 0) });
});
