// Brings web/dist in step with web/: the pages of the service as static files, built by Vite and
// compressed once. Plain JavaScript for Node 20 like the launcher that calls it; Vite itself runs on
// the pinned Node.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fingerprint, hasPageSources, pagesState, STAMP } from '../src/pages/pages-state.mjs';
import { lock } from './install.mjs';

/** The source of what the pages of the app have in common. */
export const APP = 'src/app.tsx';

const COMPRESSIBLE = /\.(?:js|css|svg|json|wasm|webmanifest)$/;

const filesIn = (dir, only = () => true) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(only)
    .sort();

/**
 * Builds when the pages are missing or older than their sources.
 * @throws Error when they can't be built, saying why
 */
export async function ensureWebBuilt(root, { node, say }) {
  if (!(await isToBuild(root))) return;
  if (!existsSync(viteOf(root))) {
    throw new Error(
      'the web pages are missing or older than their sources, and what builds them is not installed: run `npm ci && npm run build`',
    );
  }
  const release = await lock(join(root, '.web-build.lock'), 'building the web pages', say);
  try {
    if (await isToBuild(root)) await build(root, { node, say });
  } finally {
    release();
  }
}

export const isToBuild = async (root) =>
  hasPageSources(root) && (await pagesState(root)) !== 'current';

const viteOf = (root) => join(root, 'node_modules', 'vite', 'bin', 'vite.js');

async function build(root, { node, say }) {
  say('building the web pages, which takes a few seconds');
  const from = await fingerprint(root);
  await runVite(root, node);
  const dist = join(root, 'web', 'dist');
  await Promise.all(filesIn(dist, (file) => COMPRESSIBLE.test(file)).map(compress));
  say(
    `the shell of the web pages: ${(shellBytes(root) / 1000).toFixed(1)} kB of JavaScript, gzipped`,
  );
  writeFileSync(join(dist, STAMP), from);
}

const manifestOf = (root) =>
  JSON.parse(readFileSync(join(root, 'web', 'dist', '.vite', 'manifest.json'), 'utf8'));

/** The sources that the build made a file of, such as `src/pages/sign-in/sign-in-page.tsx`. */
export const builtSources = (root) =>
  Object.entries(manifestOf(root))
    .filter(([, { src, file }]) => src !== undefined && file.endsWith('.js'))
    .map(([key]) => key);

/** What a browser loads before it shows `pages`, which are sources: names of scripts, and their bytes, gzipped. */
export function scriptsOf(root, ...pages) {
  const manifest = manifestOf(root);
  const files = new Set();
  const add = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const each of ['index.html', ...pages]) add(each);
  const sizeOf = (file) => readFileSync(join(root, 'web', 'dist', `${file}.gz`)).length;
  return { files: [...files], bytes: [...files].reduce((sum, file) => sum + sizeOf(file), 0) };
}

/** Scripts that import each other, through others or not: each as the way back to itself. */
export function circlesOfScripts(root) {
  const manifest = manifestOf(root);
  const done = new Set();
  const circles = [];
  const follow = (key, way) => {
    if (way.includes(key)) circles.push([...way.slice(way.indexOf(key)), key]);
    if (done.has(key) || way.includes(key)) return;
    for (const each of manifest[key]?.imports ?? []) follow(each, [...way, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) follow(key, []);
  return circles;
}

/** Returns the size of the shell, which every screen of the app loads before it shows anything. */
export const shellBytes = (root) => scriptsOf(root, APP).bytes;

async function compress(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

async function runVite(root, node) {
  const args = [
    viteOf(root),
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
