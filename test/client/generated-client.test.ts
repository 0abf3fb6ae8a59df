// Deep: it takes a generator, with 80 packages of its own, that only `npm run test:deep` installs.
//
// The document is good enough for tools that its authors did not write: a client that a generator of the registry makes
// from it compiles, and fills in a form.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { forOneEngine } from '../support/engines.ts';
import { startInstance } from '../support/instance.ts';

const run = promisify(execFile);
const GENERATOR = 'client/node_modules/@hey-api/openapi-ts/bin/run.js';
const TSC = 'node_modules/typescript/bin/tsc';
const CONFIG = {
  compilerOptions: {
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], module: 'NodeNext' },
    ...{ types: ['node'], strict: true, noUncheckedIndexedAccess: true, outDir: 'built' },
    ...{ rootDir: 'src' },
  },
  include: ['src'],
};

/** What somebody writes who has the document, a generator and a credential. */
const PROGRAM = `import { client } from './made/client.gen.js';
import * as api from './made/index.js';

const env = (name: string): string => process.env[name] ?? '';
client.setConfig({ baseUrl: env('BASE') });
const { data: token } = await api.createToken({
  throwOnError: true,
  body: {
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: env('CLIENT_ID'),
    client_secret: env('CLIENT_SECRET'),
  },
});
client.setConfig({
  baseUrl: env('BASE'),
  auth: ({ scheme }) => (scheme === 'bearer' ? token.access_token : undefined),
  throwOnError: true,
});

const questions = [
  { type: 'text', name: 'site', isRequired: true },
  { type: 'file', name: 'papers' },
];
const { data: template } = await api.createTemplate({
  throwOnError: true,
  headers: { 'Idempotency-Key': 'one' },
  body: { name: 'Dams', definition: { pages: [{ name: 'page1', elements: questions }] } },
});
await api.publishTemplate({ path: { id: template.id } });
const { data: form } = await api.createForm({
  throwOnError: true,
  body: { templateId: template.id, fields: { site: { text: 'Dam 7' } } },
});
const path = { id: form.id };
const { data: file } = await api.uploadAttachment({
  throwOnError: true,
  path,
  query: { field: 'papers', fileName: 'plan.txt' },
  headers: { 'Content-Type': 'text/plain' },
  body: new Blob(['The plan.']),
});
await api.updateForm({
  path,
  headers: { 'If-Match': \`"\${form.revision}"\` },
  body: { fields: { papers: { files: [{ id: file.id }] } } },
});
const { data: read } = await api.getAttachment({
  throwOnError: true,
  path: { ...path, attachmentId: file.id },
  parseAs: 'blob',
});
await api.setFormStatus({ path, body: { status: 'complete' } });
const { data: listed } = await api.listForms({ throwOnError: true, query: { status: 'complete' } });
const { data: answers } = await api.listTemplateAnswers({ throwOnError: true, path: { id: template.id } });
const { data: person } = await api.createScimUser({
  throwOnError: true,
  body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ada' },
});
console.log(JSON.stringify([
  await read.text(),
  listed.map(({ formId }) => formId === form.id),
  answers.map(({ answers: { site } }) => site),
  person.userName,
]));
`;

forOneEngine((engine) => {
  test('a client that a generator makes from the document compiles, and fills in a form', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'formstead-generated-client-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'src'));
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    await writeFile(join(folder, 'src/program.ts'), PROGRAM);
    const made = [
      '-i',
      resolve('docs/openapi.json'),
      '-o',
      'src/made',
      '-c',
      '@hey-api/client-fetch',
    ];
    await run(process.execPath, [resolve(GENERATOR), ...made], { cwd: folder });
    const compiled = await run(process.execPath, [resolve(TSC), '-p', '.'], { cwd: folder }).catch(
      (error: { readonly stdout: string }) => error,
    );
    assert.equal(compiled.stdout, '');

    const node = await startInstance(engine);
    t.after(() => node.close());
    await writeFile(join(folder, 'ca.pem'), node.ca);
    const { stdout } = await run(process.execPath, ['built/program.js'], {
      cwd: folder,
      env: {
        BASE: node.baseUrl,
        CLIENT_ID: node.account.clientId,
        CLIENT_SECRET: node.account.clientSecret,
        NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      },
    });
    assert.deepEqual(JSON.parse(stdout), ['The plan.', [true], ['Dam 7'], 'ada']);
  });
});
