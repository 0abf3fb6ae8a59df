// Deep: it takes generators, with 250 packages of their own, that only `npm run test:deep` installs.
//
// What generators of the registry make from the document compiles under strict rules, and has the names of the document.
// The client that one of them makes fills in a form in generated-client.test.ts.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TSC = resolve('node_modules/typescript/bin/tsc');
const DOCUMENT = resolve('docs/openapi.json');
const CONFIG = {
  compilerOptions: {
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [], noEmit: true },
    ...{ module: 'ESNext', moduleResolution: 'bundler', strict: true, skipLibCheck: false },
    ...{ noUncheckedIndexedAccess: true },
  },
};

/** Arguments by which each reads the document and writes into `made`. */
const GENERATORS = {
  'client/node_modules/openapi-typescript/bin/cli.js': [DOCUMENT, '-o', 'made/api.ts'],
  'client/node_modules/@hey-api/openapi-ts/bin/run.js': [
    ...['-i', DOCUMENT, '-o', 'made', '-c', '@hey-api/client-fetch'],
  ],
  'client/generators/node_modules/orval/dist/bin/orval.mjs': [
    ...['--input', DOCUMENT, '--output', 'made/api.ts', '--client', 'fetch'],
  ],
  'client/generators/node_modules/swagger-typescript-api/dist/cli.mjs': [
    ...['generate', '--path', DOCUMENT, '--output', 'made', '--name', 'api.ts'],
  ],
};

const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
};
const names = Object.values(paths).flatMap((item) =>
  Object.values(item).map(({ operationId }) => operationId),
);

for (const [program, args] of Object.entries(GENERATORS)) {
  const [name = ''] = /(?:@hey-api\/)?[\w-]+(?=\/(?:bin|dist)\/)/.exec(program) ?? [];
  test(`${name} makes a client that compiles, with each operation under its name`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'formstead-generator-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'made'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ ...CONFIG, include: ['made'] }),
    );
    await run(process.execPath, [resolve(program), ...args], { cwd: folder });
    const compiled = await run(process.execPath, [TSC, '-p', '.'], { cwd: folder }).catch(
      (error: { readonly stdout: string }) => error,
    );
    assert.equal(compiled.stdout, '');
    const files = globSync(join(folder, 'made/**/*.ts'));
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const lacking = names.filter((each) => !new RegExp(`\\b${each}\\b`).test(text));
    assert.deepEqual(lacking, []);
    // What two things of the document share, a generator numbers: Form2, createForm1.
    const numbered = [...text.matchAll(/^export \w+ (\w*[a-z]\d)\b/gm)].map(([, each]) => each);
    assert.deepEqual(numbered, []);
  });
}
