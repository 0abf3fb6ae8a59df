// A program that follows orders, including those that no program should.
import { listen, send } from '#processes/lone-program.ts';

const MEMORY_MIB = 200;
const PIECE = 16 * 1_048_576;
const kept: unknown[] = [];

listen<Readonly<Record<string, number>>>(MEMORY_MIB, (order) => {
  if ('pid' in order) send({ pid: process.pid });
  if ('settings' in order) {
    send({ settings: Object.keys(process.env).filter((name) => name.startsWith('FORMSTEAD')) });
  }
  if ('fail' in order) throw new Error('it fails');
  while ('heap' in order) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
  while ('native' in order) kept.push(Buffer.alloc(PIECE, 1));
});
