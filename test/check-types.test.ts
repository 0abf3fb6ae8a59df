// What a new clone says of the types, the check says too, however often it has run before.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

test('a package whose global types make an untouched file wrong is found by the next check', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'formstead-types-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const compilerOptions = { target: 'ES2024', lib: ['ES2024'], module: 'NodeNext', types: [] };
  const options = { ...compilerOptions, noEmit: true, strict: true, skipLibCheck: true };
  write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
  write('node_modules/browser/package.json', '{"types":"index.d.ts"}');
  write('node_modules/browser/index.d.ts', 'export declare function read(): HTMLElement;');
  write('node_modules/pages/package.json', '{"types":"index.d.ts"}');
  write(
    'node_modules/pages/index.d.ts',
    '/// <reference path="g.d.ts" />\nexport const x: number;',
  );
  write('node_modules/pages/g.d.ts', 'interface HTMLElement {}');
  write(
    'src/untouched.ts',
    "import { read } from 'browser'; export const n: number = read().width;",
  );
  write('src/changed.ts', 'export const y = 1;');
  const check = () => {
    const args = [resolve('tools/check-types.ts'), 'tsconfig.json', 'cache.tsbuildinfo'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' });
    return { status, stdout };
  };
  assert.deepEqual(check(), { status: 0, stdout: '' });
  write('src/changed.ts', "import { x } from 'pages'; export const y = x;");
  const found = check();
  assert.notEqual(found.status, 0);
  assert.match(found.stdout, /src\/untouched\.ts.*Property 'width' does not exist/);
});
