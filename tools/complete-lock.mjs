// `node tools/complete-lock.mjs [--check] [FOLDER…]`: names every platform package in the lock file.
//
// Why it exists: a registry mirror may carry only some of the platform builds of a package. There
// `npm install` leaves the others out of package-lock.json without a word, and from then on
// `npm ci` refuses the lock file everywhere ("Missing: … from lock file"). The entries are optional
// and skipped on machines of another platform, so naming them is all that is needed. They carry
// no integrity, which the next `npm install` against a complete registry fills in.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(
  ' ',
);
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

// Platform packages say in their name what they run on: binding-linux-arm64-musl.
function entryFor(name, version, dev) {
  const words = name.split('/').at(-1).split('-');
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  const os = words.filter((word) => SYSTEMS.includes(word));
  return {
    version,
    cpu: words.filter((word) => PROCESSORS.includes(word)),
    ...(dev ? { dev } : {}),
    ...(os.includes('linux') ? { libc: [libc] } : {}),
    optional: true,
    os,
  };
}

/** The entries that `packages` (of a package-lock.json) lacks, by path; empty when it is complete. */
export function missingEntries(packages) {
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const candidates = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      if (candidates.some((candidate) => Object.hasOwn(packages, candidate))) continue;
      const exact = version.replace(/^[~^]/, '');
      missing[`node_modules/${name}`] = entryFor(name, exact, entry.dev);
    }
  }
  return missing;
}

function complete(file, { check }) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock.packages);
  const names = Object.keys(missing);
  if (names.length === 0) return true;
  if (check) {
    process.stderr.write(
      `${file} lacks ${names.length} platform packages, so \`npm ci\` will refuse it: ${names.join(', ')}\n` +
        'Run `node tools/complete-lock.mjs` and commit the result.\n',
    );
    return false;
  }
  const { '': project, ...installed } = lock.packages;
  const sorted = Object.entries({ ...installed, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = { '': project, ...Object.fromEntries(sorted) };
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stderr.write(`${file}: named ${names.length} platform packages\n`);
  return true;
}

if (process.argv[1] !== undefined && import.meta.url.endsWith('/complete-lock.mjs')) {
  const args = process.argv.slice(2);
  const folders = args.filter((arg) => !arg.startsWith('--'));
  const files = (folders.length > 0 ? folders : ['.', 'bench'])
    .map((folder) => join(folder, 'package-lock.json'))
    .filter((file) => existsSync(file));
  const results = files.map((file) => complete(file, { check: args.includes('--check') }));
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
