// Runs an image by Podman as strictly as one can, with a storage of its own: the images and containers of the machine
// stay as they are.
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';

const run = promisify(execFile);

const CGROUP2 = 0x63677270;
/**
 * crun takes no machine that has the controllers of cgroups in both versions. In a mount namespace of its own, it
 * finds the second version only.
 */
const ENTER = [
  ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c'],
  'mount -t cgroup2 none /sys/fs/cgroup && exec "$@"',
  'sh',
];

/** Nothing is writable but /data and /tmp, nothing can be gained, and there is one network, that of the machine. */
const STRICT = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--network', 'host'],
  ...['--security-opt', 'no-new-privileges', '--cgroups', 'disabled'],
  // Podman would raise them, for which it needs a right that it may not have.
  ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
  // It asks systemd to repeat the check; `podman healthcheck run` does it once.
  ...['--health-interval', 'disable'],
];

export interface Podman {
  /** Returns what Podman printed. @throws Error with what it said, if it fails */
  podman(...args: readonly string[]): Promise<string>;
  /** Returns a command for {@link startService} that runs the image, with its data in a folder of this machine. */
  runCommand(given: {
    readonly image: string;
    readonly name: string;
    readonly data: string;
    readonly settings: Readonly<Record<string, string>>;
    /** More options of `podman run`. */
    readonly options?: readonly string[];
  }): { readonly command: string; readonly args: readonly string[] };
}

/** Loads the image of a release. @returns its name */
export async function loadImage({ podman }: Podman, file: string, folder: string): Promise<string> {
  const unpacked = join(folder, 'image.tar');
  await pipeline(createReadStream(file), createGunzip(), createWriteStream(unpacked));
  const said = await podman('load', '--quiet', '--input', unpacked);
  await rm(unpacked);
  return said.split(' ').at(-1) ?? '';
}

/** @param folder for its storage; remove it when all containers have ended */
export function openPodman(folder: string): Podman {
  const own = [
    'podman',
    ...['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')],
    ...['--tmpdir', join(folder, 'tmp'), '--storage-driver', 'vfs', '--runtime', 'crun'],
    ...['--cgroup-manager', 'cgroupfs', '--events-backend', 'none'],
  ];
  const line = (...args: readonly string[]) => {
    const isUnified = statfsSync('/sys/fs/cgroup').type === CGROUP2;
    const [command = '', ...rest] = [...(isUnified ? [] : ENTER), ...own, ...args];
    return { command, args: rest };
  };
  return {
    async podman(...args) {
      const { command, args: all } = line(...args);
      return (await run(command, all)).stdout.trim();
    },
    runCommand({ image, name, data, settings, options = [] }) {
      const environment = Object.entries(settings).flatMap(([key, value]) => [
        '--env',
        `${key}=${value}`,
      ]);
      const given = ['--name', name, '--volume', `${data}:/data`, ...environment];
      return line('run', '--rm', ...STRICT, ...given, ...options, image);
    },
  };
}
