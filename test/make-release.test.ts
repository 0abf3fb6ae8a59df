// A release contains all it needs and nothing else, has the same bytes each time, and serves a first form.
// Nightly: it makes a release.
import assert from 'node:assert/strict';
import { execFile, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { licenceOf } from '../tools/make-release/licences.ts';
import { type Packages, reachable } from '../tools/make-release/lock-file.ts';
import { fillFirstForm } from '../tools/try-release/first-form.ts';
import { startService } from '../tools/try-release/service.ts';
import { formPdf } from './support/made-pdf.ts';
import { IS_DEEP } from './support/timing.ts';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const TARBALL = `formstead-${version}.tgz`;
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The name of a package in an import. */
const IMPORTED =
  /(?:^import .*\bfrom |^import |\bimport\(|\brequire\.resolve\()["']((?:@[\w.-]+\/)?[a-z][\w.:-]*)[^"'\n]*["']/gm;

/** What the evidence of a clause or of a threat is: the release has none of it. */
const OF_SOURCES = /^(?:bench|src|test|tools)\//;

const makeRelease = (out: string): Promise<unknown> =>
  run(process.execPath, ['tools/make-release.ts', '--uncommitted', '--tarball-only', '--out', out]);

describe('a release', () => {
  let folder = '';
  let installed = '';
  let released: Packages = {};
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formstead-make-release-'));
    await makeRelease(join(folder, 'first'));
    // As npm lays it out: what Node refuses below a node_modules folder, it refuses here.
    installed = join(folder, 'lib', 'node_modules', 'formstead');
    await mkdir(installed, { recursive: true });
    const tarball = join(folder, 'first', TARBALL);
    execFileSync('tar', ['xzf', tarball, '-C', installed, '--strip-components=1']);
    released = read(join(installed, 'npm-shrinkwrap.json')).packages;
    for (const path of Object.keys(released)) {
      if (path === '' || path.includes('/node_modules/') || !existsSync(path)) continue;
      const link = join(installed, path);
      if (existsSync(link)) continue;
      await mkdir(dirname(link), { recursive: true });
      await symlink(resolve(path), link);
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('has the same bytes when it is made again', async () => {
    await makeRelease(join(folder, 'second'));
    const sums = readFileSync(join(folder, 'first', 'SHA256SUMS'), 'utf8');
    assert.match(sums, new RegExp(`^[0-9a-f]{64} {2}${TARBALL}$`, 'm'));
    assert.equal(readFileSync(join(folder, 'second', 'SHA256SUMS'), 'utf8'), sums);
    await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(folder, 'first') });
  });

  test('comes with the client as a package without dependencies, and its bill of materials', () => {
    const sums = readFileSync(join(folder, 'first', 'SHA256SUMS'), 'utf8');
    for (const name of [`formstead-client-${version}.tgz`, `formstead-client-${version}.cdx.json`])
      assert.match(sums, new RegExp(`^[0-9a-f]{64} {2}${name}$`, 'm'));
    const client = join(folder, 'client');
    mkdirSync(client);
    const tarball = join(folder, 'first', `formstead-client-${version}.tgz`);
    assert.ok(statSync(tarball).size <= 100_000);
    execFileSync('tar', ['xzf', tarball, '-C', client, '--strip-components=1']);
    const { name, dependencies, scripts, ...manifest } = read(join(client, 'package.json'));
    assert.deepEqual(
      [name, manifest.version, dependencies, scripts],
      ['@formstead/client', version, undefined, undefined],
    );
    for (const file of ['LICENSE', 'README.md', ...Object.values<string>(manifest.exports['.'])])
      assert.ok(existsSync(join(client, file)), file);
    const bill = read(join(client, 'sbom.cdx.json'));
    assert.equal(bill.metadata.component.purl, `pkg:npm/%40formstead/client@${version}`);
    assert.deepEqual(bill.components, []);
  });

  test('names the one version of everything that it installs, and nothing for development', () => {
    const manifest = read(join(installed, 'package.json'));
    const tested = read('package-lock.json').packages;
    const { '': root, ...others } = released;
    assert.deepEqual(root?.dependencies, manifest.dependencies);
    for (const [path, entry] of Object.entries(others)) {
      assert.deepEqual(
        [entry.version, entry.integrity],
        [tested[path].version, tested[path].integrity],
        path,
      );
      assert.notEqual(tested[path].dev, true, path);
    }
    for (const wanted of Object.values(manifest.dependencies))
      assert.match(String(wanted), /^\d+\.\d+\.\d+[\w.-]*$/);
    assert.equal(manifest.dependencies.node, undefined);
    assert.equal(manifest.scripts, undefined);
  });

  test('has its program in a few files, which import only what it installs', () => {
    const files = globSync('{bin,lib,tools}/**/*.{js,mjs}', { cwd: installed });
    assert.ok(files.length < 60, String(files.length));
    assert.deepEqual(globSync('{lib,src}/**/*.ts', { cwd: installed }), []);
    const { dependencies } = read(join(installed, 'package.json'));
    for (const file of files) {
      const text = readFileSync(join(installed, file), 'utf8');
      for (const [, name = ''] of text.matchAll(IMPORTED)) {
        const isKnown = name.startsWith('node:') || builtinModules.includes(name);
        assert.ok(isKnown || Object.hasOwn(dependencies, name), `${file} imports ${name}`);
      }
    }
  });

  test('says where in the sources an error was thrown', async () => {
    // Outside of a thread, it has nothing to work with.
    const fault = "import('./lib/db-reader-worker.js').catch((error) => console.log(error.stack))";
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', fault], {
      cwd: installed,
    });
    assert.match(stdout, /\n {4}at .*src\/db\/[a-z-]+\.ts:\d+/);
  });

  test('reads a PDF as paper without what it leaves out', async () => {
    const program = fork(join(installed, 'lib', 'documents-paper-program.js'), {
      serialization: 'advanced',
    });
    const told = once(program, 'message');
    program.send({ piece: formPdf(['site', 'notes']) });
    program.send({ read: true });
    const [reply] = await told;
    program.kill();
    assert.equal(reply.content.found.length, 2);
    assert.equal(Buffer.from(reply.base).subarray(0, 5).toString(), '%PDF-');
  });

  test('has the manual, the recipes and the alerts, and every file that these and its README link to', () => {
    for (const folder of ['docs', 'deploy', 'monitoring'])
      assert.ok(existsSync(join(installed, folder)), folder);
    const lost = ['README.md', ...globSync('docs/*.md', { cwd: installed })].flatMap((page) => {
      const text = readFileSync(join(installed, page), 'utf8');
      return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, link = '']) => join(dirname(page), link))
        .filter((path) => !OF_SOURCES.test(path) && !existsSync(join(installed, path)))
        .map((path) => `${page}: ${path}`);
    });
    assert.deepEqual(lost, []);
  });

  test('lists each package with its licence, those inside the pages too', () => {
    const bill = read(join(installed, 'sbom.cdx.json'));
    const purls = new Set(
      bill.components.map(({ purl }: { purl: string }) => purl.split('@').slice(0, -1).join('@')),
    );
    const notices = readFileSync(join(installed, 'THIRD-PARTY.txt'), 'utf8');
    for (const name of [
      'pg',
      'react',
      '@mantine/core',
      '@fontsource-variable/inter',
      'zxing-wasm',
    ]) {
      assert.ok(purls.has(`pkg:npm/${name.replace('@', '%40')}`), name);
      assert.match(notices, new RegExp(`^${name} \\d[^:]*: (?:MIT|OFL-1\\.1) \\(`, 'm'));
    }
    assert.match(notices, /SIL OPEN FONT LICENSE/);
    assert.equal(
      bill.components.length,
      new Set(bill.components.map((each: object) => Object(each)['bom-ref'])).size,
    );
  });

  test('serves a first form with only its own packages, and tells its version in the log, never to strangers', async () => {
    const service = await startService({
      command: process.execPath,
      args: [join(installed, 'bin/formstead.mjs'), 'serve'],
      env: { FORMSTEAD_DATA_DIR: join(folder, 'data'), FORMSTEAD_PORT: '0' },
    });
    try {
      const { pdfBytes, publicTexts } = await fillFirstForm({
        ca: readFileSync(join(folder, 'data/tls/cert.pem'), 'utf8'),
        port: Number(new URL(service.address).port),
        setUpLink: service.setUpLink ?? '',
      });
      assert.ok(pdfBytes > 1000);
      assert.deepEqual(
        publicTexts.filter((text) => text.includes(version)),
        [],
      );
      assert.match(
        service.log(),
        new RegExp(`"version":"${version}","node":"${process.versions.node}"`),
      );
    } finally {
      assert.equal(await service.stop(), 0);
    }
  });

  if (IS_DEEP) {
    test('is installed by npm into an empty prefix, with exactly these versions, and has a form within two minutes', async () => {
      const prefix = join(folder, 'prefix');
      const tarball = join(folder, 'first', TARBALL);
      await run('npm', ['install', '--global', '--prefix', prefix, tarball]);
      const root = join(prefix, 'lib/node_modules/formstead');
      for (const [path, { version: wanted, optional }] of Object.entries(released)) {
        const manifest = join(root, path, 'package.json');
        if (optional && !existsSync(manifest)) continue;
        assert.equal(read(manifest).version, path === '' ? version : wanted, path);
      }
      const { stdout } = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], {
        cwd: root,
        maxBuffer: 16 * 1_048_576,
      });
      const bill = JSON.parse(readFileSync(join(root, 'sbom.cdx.json'), 'utf8'));
      const ours = new Set(bill.components.map(({ purl }: { purl: string }) => purl));
      const theirs = JSON.parse(stdout).components.map(({ purl }: { purl: string }) => purl);
      assert.ok(theirs.length > 100);
      assert.deepEqual(
        theirs.filter((purl: string) => !ours.has(purl)),
        [],
      );
      await run(process.execPath, ['tools/try-release.ts', tarball]);
    });

    test('comes with Node as well, and serves a first form on a bare Debian with an empty environment', async () => {
      const debian = join(folder, 'debian');
      // Debian's smallest system: no Node, no npm, none of the libraries that only Node needs.
      await run('mmdebstrap', ['--variant=minbase', 'bookworm', debian]);
      assert.deepEqual(globSync('usr/{bin,local/bin}/node', { cwd: debian }), []);
      assert.deepEqual(globSync('usr/lib/*/libatomic.so*', { cwd: debian }), []);
      const made = join(folder, 'portable');
      await run(process.execPath, ['tools/make-release.ts', '--uncommitted', '--out', made]);
      const name = `formstead-${version}-${process.platform}-${process.arch}`;
      assert.ok(statSync(join(made, `${name}.tar.gz`)).size <= 75_000_000);
      await run('tar', ['xzf', join(made, `${name}.tar.gz`), '-C', join(debian, 'opt')]);
      for (const file of ['README.md', 'LICENSE', 'docs/runbooks.md', 'deploy/compose.yaml'])
        assert.ok(existsSync(join(debian, 'opt', name, file)), file);
      const service = await startService({
        command: '/usr/sbin/chroot',
        args: [
          debian,
          '/usr/bin/env',
          '-i',
          'FORMSTEAD_DATA_DIR=/srv/data',
          'FORMSTEAD_PORT=0',
          `/opt/${name}/bin/formstead`,
          'serve',
        ],
        env: {},
      });
      try {
        const { pdfBytes } = await fillFirstForm({
          ca: readFileSync(join(debian, 'srv/data/tls/cert.pem'), 'utf8'),
          port: Number(new URL(service.address).port),
          setUpLink: service.setUpLink ?? '',
        });
        assert.ok(pdfBytes > 1000);
      } finally {
        assert.equal(await service.stop(), 0);
      }
    });

    test('has the same bytes from two clean clones', async () => {
      const sums: string[] = [];
      const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
      for (const name of ['clone-a', 'another-clone']) {
        const clone = join(folder, name);
        await run('git', ['clone', '--quiet', resolve('.'), clone]);
        await run('git', ['checkout', '--quiet', commit], { cwd: clone });
        await run('npm', ['run', 'release'], { cwd: clone, maxBuffer: 16 * 1_048_576 });
        sums.push(readFileSync(join(clone, 'release/SHA256SUMS'), 'utf8'));
      }
      assert.match(sums[0] ?? '', /\.tgz$/m);
      assert.equal(sums[0], sums[1]);
    });
  }
});

test('a licence that is not allowed, or only for libvips, ends the release with its name', () => {
  const refused = (path: string, license: string) => () =>
    licenceOf(path, { version: '1.0.0', license });
  assert.throws(refused('node_modules/a', 'GPL-3.0-only'), /a has the licence GPL-3\.0-only/);
  assert.throws(refused('node_modules/a', 'LGPL-3.0-or-later'), /a has the licence LGPL/);
  assert.throws(refused('node_modules/a', ''), /a has the licence /);
  assert.equal(
    refused('node_modules/@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')(),
    'LGPL-3.0-or-later',
  );
});

test('what a package needs is found where Node finds it, and its absence is told', () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^1', c: '^1' }, dev: true },
    'node_modules/a/node_modules/b': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '1.0.0', optionalDependencies: { d: '1', e: '1' } },
    'node_modules/d': { version: '1.0.0' },
  };
  assert.deepEqual(Object.keys(reachable(packages, ['a'])), [
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/d',
  ]);
  assert.equal(Object.hasOwn(reachable(packages, ['a'])['node_modules/a'] ?? {}, 'dev'), false);
  const broken = { 'node_modules/a': { dependencies: { b: '^1' } } };
  assert.throws(() => reachable(broken, ['a']), /has no b, which node_modules\/a needs/);
});
