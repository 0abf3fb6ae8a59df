// Preloaded into a process. It answers each message with the number of bytes that were created in the old generation
// when a hundred thousand objects were created and dropped, after many like them had lived long.
import { getHeapSpaceStatistics } from 'node:v8';

const KEPT = 300_000;
const DROPPED = 10_000;
const TIMES = 10;

// Each object must be used, or V8 does not create it.
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
  // The objects kept last are promoted to the old generation meanwhile.
  for (let n = 0; n < TIMES; n += 1) growth();
  const grown = Array.from({ length: TIMES }, growth).toSorted((a, b) => a - b);
  // The median, because a round may also contain a collection, or what a compilation that ends then leaves behind.
  const bytes = (grown[TIMES / 2] ?? 0) * TIMES;
  process.send?.({ kept: kept.length, bytes });
});
