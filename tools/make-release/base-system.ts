// The system below the image: what Node and the launcher need of Debian, and nothing that installs more.
import { execFileSync } from 'node:child_process';

const SUITE = 'trixie';
const PACKAGES = [
  'base-files',
  // For the launcher, and for those who look inside.
  'coreutils',
  'dash',
  'libc6',
  'libgcc-s1',
  'libstdc++6',
  'tini',
];
/** Scanners read there what is installed; packages are only extracted, so nobody else writes it. */
const LIST_PACKAGES = `for deb in "$1"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$deb" | sed '/^Package:/a Status: install ok installed'
  echo
done > "$1/var/lib/dpkg/status"`;
/** The first two are those of the machine that builds. */
const UNWANTED = ['etc/hostname', 'etc/resolv.conf', 'usr/share/locale', 'usr/share/man'];

/**
 * Writes the file system as a tar archive. It has the same bytes as long as Debian's packages are the same.
 * @param seconds the latest time of a file, in seconds since 1970
 */
export function makeBase(target: string, seconds: number): void {
  const remove = `cd "$1" && rm -rf ${UNWANTED.join(' ')}`;
  const args = [
    '--quiet',
    '--variant=extract',
    `--include=${PACKAGES.join(',')}`,
    `--extract-hook=${LIST_PACKAGES}`,
    `--extract-hook=${remove}`,
    ...[SUITE, target],
  ];
  execFileSync('mmdebstrap', args, {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
