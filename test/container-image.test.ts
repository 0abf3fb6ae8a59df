// The image for containers and what starts it name what exists. In `npm run test:deep` it is made and run by Debian's
// tools, read-only and not as root; where the kernel refuses that, the test fails and says what was refused.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { SETTINGS_REFERENCE } from '#config/settings.ts';
import { portableName } from '../tools/make-release/portable.ts';
import { fillFirstForm } from '../tools/try-release/first-form.ts';
import { loadImage, openPodman, type Podman } from '../tools/try-release/podman.ts';
import { startService } from '../tools/try-release/service.ts';
import { findProgram } from './support/debian-programs.ts';
import { freePort } from './support/free-port.ts';
import { IS_DEEP } from './support/timing.ts';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const NAME = portableName(version);
const IMAGE = `${NAME}-image.tar.gz`;
const USER = 10_001;
const SETTINGS = SETTINGS_REFERENCE.flatMap(({ settings }) =>
  settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
);

test('the image sets what Formstead reads, runs commands that exist, and writes where its volume is', () => {
  const text = readFileSync('deploy/Containerfile', 'utf8');
  const named = [...text.matchAll(/\b(FORMSTEAD_[A-Z_]+)=/g)].map(([, name = '']) => name);
  assert.deepEqual(
    named.filter((name) => !SETTINGS.includes(name)),
    [],
  );
  assert.match(text, /^ENV .*FORMSTEAD_DATA_DIR=\/data\b/m);
  assert.match(text, /^VOLUME \/data$/m);
  assert.match(text, /^USER 10001:10001$/m);
  const commands = readFileSync('docs/cli.md', 'utf8');
  for (const [, command = ''] of text.matchAll(/CMD \[(?:"formstead", )?"([a-z]+)"\]$/gm)) {
    assert.ok(commands.includes(`formstead ${command}`), command);
  }
});

if (IS_DEEP) {
  describe('the image', () => {
    let folder = '';
    let podman: Podman;
    let image = '';
    const make = (out: string) =>
      run(process.execPath, ['tools/make-image.ts', '--out', join(folder, out)]);
    before(async () => {
      for (const program of ['mmdebstrap', 'buildah', 'podman', 'crun'] as const)
        findProgram(program);
      folder = await mkdtemp(join(tmpdir(), 'formstead-image-test-'));
      const out = join(folder, 'first');
      await run(process.execPath, ['tools/make-release.ts', '--uncommitted', '--out', out]);
      await make('first');
      podman = openPodman(folder);
      image = await loadImage(podman, join(out, IMAGE), folder);
    });
    after(() => rm(folder, { recursive: true, force: true }));

    /** A folder for data that belongs to the user of the image. */
    async function dataFolder(name: string): Promise<string> {
      const data = join(folder, name);
      await mkdir(data, { mode: 0o700 });
      await chown(data, USER, USER);
      return data;
    }
    const start = (data: string, settings: Readonly<Record<string, string>>) => {
      const all = { FORMSTEAD_HOST: '127.0.0.1', ...settings };
      const command = podman.runCommand({ image, name: 'tried', data, settings: all });
      return startService({ ...command, env: process.env });
    };

    test('has the same bytes when it is made again, and its checksum is listed', async () => {
      await mkdir(join(folder, 'second'));
      await run('cp', [join(folder, 'first', `${NAME}.tar.gz`), join(folder, 'second')]);
      await make('second');
      const sumOf = (out: string) =>
        readFileSync(join(folder, out, 'SHA256SUMS'), 'utf8')
          .split('\n')
          .find((line) => line.endsWith(IMAGE));
      assert.match(sumOf('first') ?? '', /^[0-9a-f]{64} /);
      assert.equal(sumOf('second'), sumOf('first'));
      await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(folder, 'first') });
    });

    test('says what it is, and that it is neither root nor without a health check', async () => {
      const [{ Config, Size }] = JSON.parse(await podman.podman('image', 'inspect', image));
      assert.equal(image, `localhost/formstead:${version}`);
      assert.equal(Config.User, '10001:10001');
      assert.deepEqual(Object.keys(Config.Volumes), ['/data']);
      assert.equal(Config.StopSignal, 'SIGTERM');
      const label = (name: string) => Config.Labels[`org.opencontainers.image.${name}`];
      assert.equal(label('version'), version);
      assert.match(label('revision'), /^[0-9a-f]{40}$/);
      assert.equal(label('licenses'), 'Apache-2.0');
      assert.ok(Size < 300_000_000, `${Size} bytes`);
    });

    test('read-only, without any capability, it serves a first form, is healthy, stops with 0 and keeps its data', async () => {
      const data = await dataFolder('data');
      const port = await freePort();
      const settings = { FORMSTEAD_PORT: String(port) };
      const first = await start(data, settings);
      try {
        const ca = readFileSync(join(data, 'tls/cert.pem'), 'utf8');
        const { pdfBytes } = await fillFirstForm({ ca, port, setUpLink: first.setUpLink ?? '' });
        assert.ok(pdfBytes > 1000);
        await podman.podman('healthcheck', 'run', 'tried');
        assert.equal(await podman.podman('exec', 'tried', 'formstead', 'healthcheck'), 'ready');
        const inside = (script: string) => podman.podman('exec', 'tried', 'sh', '-c', script);
        assert.equal(await inside('id -u; id -g'), `${USER}\n${USER}`);
        const status = (await inside('cat /proc/1/status')).split('\n');
        const zeros = '0000000000000000';
        for (const line of [`CapEff:\t${zeros}`, `CapBnd:\t${zeros}`, 'NoNewPrivs:\t1']) {
          assert.ok(status.includes(line), line);
        }
        await assert.rejects(inside('echo > /usr/x'), /Read-only file system/);
      } finally {
        assert.equal(await first.stop(), 0);
      }
      const second = await start(data, settings);
      try {
        assert.equal(second.setUpLink, undefined);
        const users = await podman.podman('exec', 'tried', 'formstead', 'user', 'list', '--json');
        assert.deepEqual(
          JSON.parse(users).users.map(({ userName }: { userName: string }) => userName),
          ['admin'],
        );
      } finally {
        assert.equal(await second.stop(), 0);
      }
    });

    test('a wrong setting, or a volume of somebody else, ends it with a line that says what to do', async () => {
      const refused = async (data: string, settings: Readonly<Record<string, string>>) => {
        const { command, args } = podman.runCommand({ image, name: 'tried', data, settings });
        const failed: unknown = await run(command, [...args]).then(
          () => assert.fail('it started'),
          (error: unknown) => error,
        );
        const { code, stdout, stderr } = Object(failed);
        const own = String(stderr)
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('time='));
        return { code, stdout, own };
      };
      const wrong = await refused(await dataFolder('wrong'), { FORMSTEAD_PORT: 'https' });
      assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
      const [title, line] = wrong.own;
      assert.deepEqual([title, wrong.own.length], ['1 setting is not valid:', 2]);
      assert.match(line ?? '', /^ {2}FORMSTEAD_PORT: "https" is not a whole number\. Give /);
      const others = join(folder, 'others');
      await mkdir(others, { mode: 0o755 });
      const foreign = await refused(others, { FORMSTEAD_PORT: '0' });
      assert.deepEqual([foreign.code, foreign.stdout], [1, '']);
      assert.match(
        foreign.own.at(-1) ?? '',
        /FORMSTEAD_DATA_DIR must name a directory that this user may write to/,
      );
      assert.ok(!existsSync(join(others, 'formstead.db')));
    });
  });
}
