// Brings web/dist in step with web/: the pages of the service as static files, built by Vite and
// compressed once. Plain JavaScript for Node 20 like the launcher that calls it; Vite itself runs on
// the pinned Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lock } from './install.mjs';

const COMPRESSIBLE = /\.(?:js|css|svg|json|webmanifest)$/;
const STAMP = '.built-from';

const filesIn = (dir, only = () => true) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(only)
    .sort();

/** Of everything that the built files depend on. */
function fingerprint(root) {
  const hash = createHash('sha256');
  const web = join(root, 'web');
  const dist = join(web, 'dist');
  const sources = filesIn(web, (file) => !file.startsWith(dist));
  const shared = importedFrom(join(root, 'src'), sources);
  for (const file of [...sources, ...shared, join(root, 'package-lock.json')]) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const IMPORT = /^(?:import|export) (?!type\b)[^;]*?from '((?:#|\.\.?\/)[^']+)';/gm;

/** Files of the server that are part of the pages, because they import more of them than types. */
function importedFrom(src, sources) {
  const found = new Set();
  const follow = (file) => {
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const isShared = specifier.startsWith('#');
      const path = isShared ? join(src, specifier.slice(1)) : join(dirname(file), specifier);
      if (!path.startsWith(src) || found.has(path) || !existsSync(path)) continue;
      found.add(path);
      follow(path);
    }
  };
  for (const file of sources) if (/\.tsx?$/.test(file)) follow(file);
  return [...found].sort();
}

/** Whether web/dist was built from web/, and what it takes from src/, as they are. */
export function isWebBuilt(root) {
  const stamp = join(root, 'web', 'dist', STAMP);
  // A package without the sources brings the built files.
  if (!existsSync(join(root, 'web', 'index.html'))) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
}

/** Builds when needed. @throws Error with what Vite said. */
export async function ensureWebBuilt(root, { node, say }) {
  if (isWebBuilt(root)) return;
  const release = await lock(join(root, '.web-build.lock'), 'building the web pages', say);
  try {
    if (!isWebBuilt(root)) await build(root, { node, say });
  } finally {
    release();
  }
}

async function build(root, { node, say }) {
  say('building the web pages, which takes a few seconds');
  const from = fingerprint(root);
  await runVite(root, node);
  const dist = join(root, 'web', 'dist');
  await Promise.all(filesIn(dist, (file) => COMPRESSIBLE.test(file)).map(compress));
  say(
    `the shell of the web pages: ${(shellBytes(root) / 1000).toFixed(1)} kB of JavaScript, gzipped`,
  );
  writeFileSync(join(dist, STAMP), from);
}

/** Bytes of JavaScript, gzipped, that the first page loads before it shows anything. */
export function shellBytes(root) {
  const dist = join(root, 'web', 'dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const wanted = new Set();
  const add = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined || wanted.has(chunk.file)) return;
    wanted.add(chunk.file);
    for (const each of chunk.imports ?? []) add(each);
  };
  add('index.html');
  return [...wanted].reduce((sum, file) => sum + readFileSync(join(dist, `${file}.gz`)).length, 0);
}

async function compress(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

async function runVite(root, node) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [
    vite,
    'build',
    '--logLevel',
    'warn',
    '--config',
    join(root, 'web', 'vite.config.ts'),
  ];
  // Everything to stderr: stdout belongs to the command that follows.
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error('the web pages could not be built (see above); nothing was started');
}
