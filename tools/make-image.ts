// `npm run release:image`: makes the container image of a release from its archive with Node inside, which
// `npm run release` has made. It takes Debian or Ubuntu, its packages mmdebstrap and buildah, and root.
//
//   release/formstead-VERSION-PLATFORM-image.tar.gz   unpacked by gunzip, for `podman load` and `docker load`
//
// From the same archive and the same packages of Debian, it has the same bytes.
//
// Why it exists: many run everything in containers, and want one that is small, not root and read-only.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ArchiveFile, writeArchive } from './make-release/archive.ts';
import { makeBase } from './make-release/base-system.ts';
import { writeChecksums } from './make-release/checksums.ts';
import { ownVersion, portableName } from './make-release/portable.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** @param target the .tar.gz to write */
async function makeImage(archive: string, version: string, target: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-image-'));
  const inFolder = (name: string): string => join(folder, name);
  // A storage of its own, which leaves the images of this machine alone.
  const storage = ['--root', inFolder('storage'), '--runroot', inFolder('run')];
  const buildah = (...args: readonly string[]): void =>
    void execFileSync('buildah', [...storage, '--storage-driver', 'vfs', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const tag = `localhost/formstead:${version}`;
  try {
    makeBase(inFolder('base.tar'), Number(git('log', '-1', '--format=%ct')));
    const name = portableName(version);
    await copyFile(archive, inFolder(`${name}.tar.gz`));
    const given = { ARCHIVE: name, VERSION: version, REVISION: git('rev-parse', 'HEAD') };
    buildah(
      'build',
      // The format of OCI has no health checks.
      ...['--format', 'docker', '--timestamp', '0', '--layers=false', '--isolation', 'chroot'],
      ...Object.entries(given).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
      ...['--quiet', '--file', join(ROOT, 'deploy/Containerfile'), '--tag', tag, folder],
    );
    buildah('push', '--quiet', tag, `docker-archive:${inFolder('image.tar')}:${tag}`);
    execFileSync('tar', ['xf', inFolder('image.tar'), '-C', folder]);
    await writeArchive(target, sameEachTime(folder), 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the files of the image without the names that it had while it was built, which are new each time. */
function sameEachTime(folder: string): readonly ArchiveFile[] {
  const [{ Config, RepoTags, Layers }] = readJson(join(folder, 'manifest.json'));
  const { container, container_config, ...lasting } = readJson(join(folder, Config));
  const { Hostname, ...config } = lasting.config;
  const text = JSON.stringify({ ...lasting, config });
  const name = `${createHash('sha256').update(text).digest('hex')}.json`;
  const manifest = JSON.stringify([{ Config: name, RepoTags, Layers }]);
  const files = [
    [name, Buffer.from(text)],
    ['manifest.json', Buffer.from(manifest)],
    ...Layers.map((layer: string) => [layer, readFileSync(join(folder, layer))]),
  ];
  return files.map(([path, bytes]) => ({ path, bytes, isExecutable: false }));
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The programs that it runs, and the Debian packages that have them. */
const TOOLS = { mmdebstrap: 'mmdebstrap', buildah: 'buildah', 'dpkg-deb': 'dpkg', tar: 'tar' };

/** @throws if a program is missing, naming all that are */
function requireTools(): void {
  const folders = (process.env['PATH'] ?? '').split(':');
  const missing = Object.entries(TOOLS).filter(
    ([name]) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name).join(' ');
  throw new Error(
    `The image is made with ${missing.map(([name]) => name).join(', ')}, which this machine lacks. Debian, Ubuntu: sudo apt-get install ${packages}`,
  );
}

async function main(): Promise<void> {
  requireTools();
  const { values } = parseArgs({
    options: { out: { type: 'string', default: join(ROOT, 'release') } },
  });
  const version = ownVersion(ROOT);
  const name = portableName(version);
  const archive = join(values.out, `${name}.tar.gz`);
  if (!existsSync(archive)) {
    throw new Error(`There is no ${archive}. Run npm run release first, on Debian or Ubuntu.`);
  }
  await makeImage(archive, version, join(values.out, `${name}-image.tar.gz`));
  process.stdout.write(writeChecksums(values.out));
}

main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
});
