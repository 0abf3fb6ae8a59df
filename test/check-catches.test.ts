// A check that never fails looks the same as one without faults. Here a copy of the repository gets one fault of each
// kind that `npm run check` should find, and the check must name all of them.
// Nightly: it checks a copy of the whole project.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

interface Plant {
  readonly fault: string;
  /** The path of a new file with these lines, which contain the fault. */
  readonly file: string;
  readonly lines: readonly string[];
  /** The expected message; `{file}` stands for the path. */
  readonly says: string;
}

const long = Array.from({ length: 401 }, (_, line) => `// line ${line}`);
const nested = Array.from({ length: 6 }, (_, n) => `${' '.repeat(2 * n)}if (x > ${n}) {`);
const complex = ['export function plantedComplex(x: number): number {', ...nested, 'return 1;'];

// Files that import a restricted or forbidden thing also use it, so that only one rule is broken.
const PLANTS: readonly Plant[] = [
  {
    fault: 'a wrong type',
    file: 'src/kernel/planted-type.ts',
    lines: ["export const planted: number = 'text';"],
    says: '{file}\\(1,14\\): error TS2322',
  },
  {
    fault: 'a promise of our own that nobody awaits',
    file: 'src/kernel/planted-floating.ts',
    lines: ['async function work(): Promise<void> {}', 'export const f = () => {', 'work();', '};'],
    says: '{file}:3:1 floating-promise',
  },
  {
    fault: 'a promise of a library that nobody awaits',
    file: 'src/db/planted-floating.ts',
    lines: [
      "import type { Kysely } from 'kysely';",
      'export function f(db: Kysely<{ a: { id: number } }>): void {',
      "db.deleteFrom('a').execute();",
      '}',
    ],
    says: '{file}:3:1 floating-promise',
  },
  {
    fault: 'a promise of Node that nobody awaits',
    file: 'test/planted-floating.test.ts',
    lines: ["import { mkdir } from 'node:fs/promises';", "mkdir('x');"],
    says: '{file}:2:1 floating-promise',
  },
  {
    fault: 'an async function where nobody looks at its promise',
    file: 'src/kernel/planted-misused.ts',
    lines: [
      'export const f = (): unknown =>',
      'setTimeout(async () => await Promise.resolve(), 1);',
    ],
    says: '{file}:2:12 misused-promise',
  },
  {
    fault: 'a type assertion',
    file: 'src/kernel/planted-assertion.ts',
    lines: ['export const f = (x: unknown): string => x as string;'],
    says: '{file}:1:42 no-assertion',
  },
  {
    fault: 'text made of JSON that may have a member called toString',
    file: 'src/kernel/planted-text.ts',
    lines: [
      "import type { JsonValue } from './json.ts';",
      'export const f = (x: JsonValue): string => String(x);',
    ],
    says: '{file}:2:51 object-as-text',
  },
  {
    fault: 'any',
    file: 'src/kernel/planted-any.ts',
    lines: ['export const f = (x: any): string => x;'],
    says: '{file}:1:22 lint/suspicious/noExplicitAny',
  },
  {
    fault: 'a clock that tests cannot set',
    file: 'src/kernel/planted-clock.ts',
    lines: ['export const f = (): number => Date.now();'],
    says: '{file}:1:32 plugin',
  },
  {
    fault: 'printing to the console',
    file: 'src/kernel/planted-console.ts',
    lines: ["export const f = (): void => console.log('x');"],
    says: '{file}:1:30 lint/suspicious/noConsole',
  },
  {
    fault: 'a default export',
    file: 'src/kernel/planted-default.ts',
    lines: ['export default 1;'],
    says: '{file}:1:8 lint/style/noDefaultExport',
  },
  {
    fault: 'a function nobody can follow',
    file: 'src/kernel/planted-complex.ts',
    lines: [...complex, ...nested.map(() => '}'), 'return 0;', '}'],
    says: '{file}:1:17 lint/complexity/noExcessiveCognitiveComplexity',
  },
  {
    fault: 'an import cycle',
    file: 'src/kernel/planted-cycle.ts',
    lines: [
      "import { b } from './planted-cycle-back.ts';",
      '',
      'export const a = (): number => b();',
    ],
    says: '{file}:1:\\d+ lint/suspicious/noImportCycles',
  },
  {
    fault: 'an import cycle, also where it closes',
    file: 'src/kernel/planted-cycle-back.ts',
    lines: ["import { a } from './planted-cycle.ts';", '', 'export const b = (): number => a();'],
    says: '{file}:1:\\d+ lint/suspicious/noImportCycles',
  },
  {
    fault: 'wrong format',
    file: 'src/kernel/planted-format.ts',
    lines: ['export const   planted = 1'],
    says: '{file} format',
  },
  {
    fault: 'a file name that is not kebab-case',
    file: 'src/kernel/plantedName.ts',
    lines: ['export const planted = 1;'],
    says: '{file} lint/style/useFilenamingConvention',
  },
  {
    fault: 'a folder name that is not kebab-case',
    file: 'test/planted_folder/a.test.ts',
    lines: [],
    says: 'kebab-case[^✖]*\\n +{file}\\n',
  },
  {
    fault: 'a file of more than 400 lines',
    file: 'src/kernel/planted-long.ts',
    lines: long,
    says: 'longer than 400 lines[^✖]*\\n +{file}\\n',
  },
  {
    fault: 'a silenced check',
    file: 'src/kernel/planted-silence.ts',
    lines: ['// @ts-expect-error because', "export const planted: number = 'text';"],
    says: '{file}: @ts-expect-error',
  },
  {
    fault: 'an import that points up',
    file: 'src/kernel/planted-up.ts',
    lines: ["export * from '#db/planted.ts';"],
    says: '{file} -> #db/planted.ts: kernel must not import db',
  },
  {
    fault: 'an import that points sideways',
    file: 'src/scim/planted-sideways.ts',
    lines: ["export type * from '#oauth/index.ts';"],
    says: '{file} -> #oauth/index.ts: scim must not import oauth',
  },
  {
    fault: 'an import past the front door',
    file: 'src/scim/planted-back-door.ts',
    lines: ["export * from '#directory/planted.store.ts';"],
    says: '{file} -> #directory/planted.store.ts: enter directory by its index.ts',
  },
  {
    fault: 'an import by ../',
    file: 'src/scim/planted-dots.ts',
    lines: ["export * from '../kernel/ids.ts';"],
    says: '{file} -> ../kernel/ids.ts: write #folder/file.ts',
  },
  {
    fault: 'jose outside src/tokens',
    file: 'src/oauth/planted-jose.ts',
    lines: ["export { SignJWT } from 'jose';"],
    says: '{file} -> jose: only',
  },
  {
    fault: 'SQL outside a store',
    file: 'src/forms/planted-sql.ts',
    lines: ["export { sql } from 'kysely';"],
    says: '{file} -> kysely: only',
  },
  {
    fault: 'a protocol that is not pure',
    file: 'src/scim/protocol/planted-import.ts',
    lines: ["export { readFile } from 'node:fs/promises';"],
    says: '{file} -> node:fs/promises: scim/protocol is pure',
  },
  {
    fault: 'a folder without a rank, and missing from ARCHITECTURE.md',
    file: 'src/planted/index.ts',
    lines: ['export const planted = 1;'],
    says: 'has a rank[^✖]*\\n +planted\\n[^]*\\n +planted has no row\\n',
  },
  {
    fault: 'a domain that does not say what it owns',
    file: 'src/planted-silent/index.ts',
    lines: ['export const planted = 1;'],
    says: 'what it owns[^✖]*\\n +{file}\\n',
  },
  {
    fault: 'a test that claims a clause of SCIM that there is none of',
    file: 'test/planted-clause.test.ts',
    lines: [
      "import { test } from 'node:test';",
      '',
      "test('7644-3.99-01 planted', () => undefined);",
    ],
    says: '{file}: there is no clause 7644-3\\.99-01',
  },
  {
    fault: 'a page that names a test that is not there',
    file: 'docs/planted-page.md',
    lines: ['Proved by `test/planted-nowhere.test.ts`.'],
    says: "path: '{file}',\\n[^\\n]*what: 'test/planted-nowhere\\.test\\.ts'",
  },
  {
    fault: 'code that nobody uses',
    file: 'src/kernel/planted-unused.ts',
    lines: ['export const planted = 1;'],
    says: 'Unused files[^]*\\n{file} *\\n',
  },
];

/** The tests that the check itself runs. All others would only be parsed, linted and typed, for half of its time. */
const RUN_BY_CHECK = /test\/(?:architecture(?:-[a-z]+)?|documents|journeys\/every-kind)\.test\.ts$/;

/** Copies the repository, without its large and generated files, and without most tests. */
async function copyRepository(from: string, to: string): Promise<void> {
  const parts = 'src web tools bin test docs .gitignore biome.json knip.json tsconfig.json';
  const texts =
    'package.json package-lock.json ARCHITECTURE.md CONTRIBUTING.md README.md SECURITY.md LICENSE';
  const filter = (path: string): boolean => !path.endsWith('.test.ts') || RUN_BY_CHECK.test(path);
  for (const part of `${parts} ${texts}`.split(' ')) {
    await cp(join(from, part), join(to, part), { recursive: true, filter });
  }
  await symlink(join(from, 'node_modules'), join(to, 'node_modules'));
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

/** New kinds, properties and operators of the builder, which have no journey yet. */
const OFFERS = [
  {
    offer: 'kind of field',
    file: 'web/src/builder/kinds.ts',
    from: "other: ['expression'],",
    to: "other: ['expression', 'planted-kind'],",
    says: "'planted-kind'[^✖]*put these kinds into",
  },
  {
    offer: 'kind of column',
    file: 'web/src/builder/kinds.ts',
    from: 'export const COLUMN_KINDS = [',
    to: "export const COLUMN_KINDS = [\n  'planted-column',",
    says: "'planted-column'[^✖]*put these columns into",
  },
  {
    offer: 'property',
    file: 'web/src/builder/properties.ts',
    from: "photo: [property('allowMultiple', 'switch'), WHEN_EMPTY],",
    to: "photo: [property('plantedProperty', 'switch'), WHEN_EMPTY],",
    says: "'photo\\.plantedProperty'[^✖]*put these properties into",
  },
  {
    offer: 'operator',
    file: 'web/src/builder/operators.ts',
    from: 'checkbox: [...WITHIN,',
    to: "checkbox: ['greater', ...WITHIN,",
    says: "'checkbox greater'[^✖]*put these operators into",
  },
] as const;

describe('npm run check', () => {
  let root = '';
  let output = '';
  let code: number | null = null;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'formstead-check-'));
    await copyRepository(process.cwd(), root);
    for (const { file, lines } of PLANTS) {
      await mkdir(join(root, dirname(file)), { recursive: true });
      await writeFile(join(root, file), [...lines, ''].join('\n'));
    }
    await appendFile(join(root, 'docs/settings.md'), 'A line that nobody generated.\n');
    await edit(join(root, 'package.json'), (text) =>
      text.replace('"dependencies": {', '"dependencies": { "planted": "1.0.0",'),
    );
    await edit(join(root, 'package-lock.json'), (text) =>
      text.replace('"node_modules/@biomejs/cli-linux-x64"', '"node_modules/planted"'),
    );
    for (const { file, from, to } of OFFERS) {
      await edit(join(root, file), (text) => text.replace(from, to));
    }
    // A test process inside a test process would report to the outer one instead of printing.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = spawnSync(process.execPath, ['tools/check.ts'], { cwd: root, env });
    output = run.stdout.toString('utf8');
    code = run.status;
  });
  after(() => rm(root, { recursive: true, force: true }));

  const isNamed = (pattern: string): void => {
    assert.ok(new RegExp(pattern).test(output), `not said: ${pattern}`);
  };

  it('fails', () => {
    assert.equal(code, 1, output);
  });

  for (const { fault, file, says } of PLANTS) {
    it(`names ${fault}`, () => isNamed(says.replaceAll('{file}', file.replaceAll('.', '\\.'))));
  }
  for (const { offer, says } of OFFERS) {
    it(`names a ${offer} that nobody has taken on its whole way`, () => isNamed(says));
  }
  it('names a dependency that nobody uses', () => isNamed('Unused dependencies[^]*\\nplanted '));
  it('names a generated document that was changed', () => isNamed('\\n +docs/settings\\.md\\n'));
  it('names a platform package missing from the lock file', () =>
    isNamed('package-lock\\.json lacks 1 platform packages[^]*@biomejs/cli-linux-x64'));
});
