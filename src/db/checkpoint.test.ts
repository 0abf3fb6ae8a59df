import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const PROGRAM = `
  const { createLogMover } = await import(process.argv[2]);
  const mover = createLogMover(process.argv[3]);
  await mover.move();
  console.log('moved');
  await mover.close();
  console.log('closed');
`;

test('a process that has nothing else to wait for sees the log moved and the thread closed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-log-mover-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const module = new URL('./checkpoint.ts', import.meta.url).href;
  const program = join(folder, 'program.mjs');
  await writeFile(program, PROGRAM);
  const args = [program, module, join(folder, 'x.db')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [ended, said, complaint] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  assert.deepEqual([ended[0], said], [0, 'moved\nclosed\n'], complaint);
});
