// The image for containers and what starts it name what exists. In `npm run test:deep` it is made and run by Debian's
// tools, read-only and not as root; where the kernel refuses that, the test fails and says what was refused.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { SETTINGS_REFERENCE } from '#config/settings.ts';
import { portableName } from '../tools/make-release/portable.ts';
import { fillFirstForm } from '../tools/try-release/first-form.ts';
import { loadImage, openPodman, type Podman } from '../tools/try-release/podman.ts';
import { startService } from '../tools/try-release/service.ts';
import { readCompose, startCaddy } from './support/compose.ts';
import { findProgram } from './support/debian-programs.ts';
import { forEachEngine } from './support/engines.ts';
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

test('the compose file sets what Formstead reads, trusts its proxy alone, and hides its database', () => {
  const { proxy, formstead, database } = readCompose().services;
  for (const name of Object.keys(formstead.environment)) assert.ok(SETTINGS.includes(name), name);
  assert.equal(formstead.image, `localhost/formstead:${version}`);
  const trusted = formstead.environment['FORMSTEAD_TRUSTED_PROXIES'];
  assert.equal(trusted, proxy.networks['front']?.ipv4_address);
  assert.deepEqual(Object.keys(database.networks), ['back']);
});

test('no service of the compose file can be given the address of another', () => {
  const services = Object.values(readCompose().services);
  const given = services.flatMap(({ networks }) => Object.entries(networks));
  const fixed = given.filter(([, { ipv4_address }]) => ipv4_address !== undefined);
  assert.ok(fixed.length > 0);
  for (const [name] of fixed) {
    const addresses = given.flatMap(([other, { ipv4_address }]) =>
      other === name ? [ipv4_address] : [],
    );
    // The first free address goes to whatever starts first, which waits for nobody.
    assert.ok(!addresses.includes(undefined), name);
    assert.equal(new Set(addresses).size, addresses.length, name);
  }
});

test('the compose file mounts what is there, and each secret that is read, which the manual makes', () => {
  const { services, volumes, secrets } = readCompose();
  const page = readFileSync('docs/operations.md', 'utf8');
  for (const service of Object.values(services)) {
    for (const [source = ''] of service.volumes.map((volume) => volume.split(':'))) {
      const isFile = source.startsWith('./');
      assert.ok(
        isFile ? existsSync(join('deploy', source)) : Object.hasOwn(volumes, source),
        source,
      );
    }
    const names = service.secrets ?? [];
    for (const name of names) assert.ok(page.includes(`> ${secrets[name]?.file.slice(2)}\n`), name);
    assert.deepEqual(
      Object.values(service.environment).filter((value) => value.startsWith('/run/')),
      names.map((name) => `/run/secrets/${name}`),
    );
  }
});

test('under compose, Formstead writes nothing but its volume and gains no right', () => {
  const { formstead } = readCompose().services;
  assert.equal(formstead.read_only, true);
  assert.deepEqual(formstead.cap_drop, ['ALL']);
  assert.deepEqual(formstead.security_opt, ['no-new-privileges:true']);
  assert.deepEqual(formstead.tmpfs, ['/tmp']);
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
    const start = (
      data: string,
      settings: Readonly<Record<string, string>>,
      options: readonly string[] = [],
    ) => {
      const all = { FORMSTEAD_HOST: '127.0.0.1', ...settings };
      const command = podman.runCommand({ image, name: 'tried', data, settings: all, options });
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

    describe('as compose runs it, behind Caddy', () => {
      forEachEngine((engine) => {
        if (engine.name === 'sqlite') return; // Its database is PostgreSQL.
        test('it keeps a first form in PostgreSQL, is healthy, and stops with 0', async (t) => {
          const { databaseUrl = '' } = await engine.fresh();
          const [port, proxyPort] = [await freePort(), await freePort()];
          const host = `localhost:${proxyPort}`;
          const secrets = join(folder, 'secrets');
          await mkdir(secrets);
          const { environment, secrets: names = [] } = readCompose().services.formstead;
          const values = {
            'database-url': databaseUrl,
            'master-key': randomBytes(32).toString('base64'),
          };
          for (const [name, value] of Object.entries(values)) {
            assert.ok(names.includes(name), name);
            await writeFile(join(secrets, name), `${value}\n`, { mode: 0o400 });
            await chown(join(secrets, name), USER, USER);
          }
          const settings = {
            ...environment,
            FORMSTEAD_PUBLIC_URL: `https://${host}`,
            // There is one network here, that of the machine.
            FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1',
            FORMSTEAD_PORT: String(port),
          };
          const caddy = await startCaddy(folder, host, port);
          t.after(() => caddy.stop());
          const service = await start(await dataFolder('files'), settings, [
            '--volume',
            `${secrets}:/run/secrets:ro`,
          ]);
          try {
            await podman.podman('healthcheck', 'run', 'tried');
            const { pdfBytes } = await fillFirstForm({
              ca: caddy.ca,
              port: proxyPort,
              setUpLink: service.setUpLink ?? '',
            });
            assert.ok(pdfBytes > 1000);
            const client = new Client(databaseUrl);
            await client.connect();
            const { rows } = await client.query('select count(*)::int as forms from forms');
            await client.end();
            assert.deepEqual(rows, [{ forms: 1 }]);
          } finally {
            assert.equal(await service.stop(), 0);
          }
        });
      });
    });
  });
}
