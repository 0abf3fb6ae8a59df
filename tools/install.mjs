// Brings node_modules in step with package-lock.json, so that any npm script works as the first
// command after a clone or a pull. Plain JavaScript for Node 20 without dependencies: it runs
// before there is anything else to run.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return undefined; // missing, or half written by an install that was interrupted: not in step
  }
}

/**
 * Whether `dir/node_modules` holds what `dir/package-lock.json` names. Compares with npm's own
 * record of what it installed, so an `npm ci` by hand counts too. Packages for other platforms
 * may be missing; development packages may be when `dev` is false (`npm ci --omit=dev`).
 */
export function isInstalled(dir, { dev }) {
  const wanted = packagesIn(join(dir, 'package-lock.json'));
  const present = packagesIn(join(dir, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    if (Object.hasOwn(present, path)) {
      const found = present[path];
      return found.version === entry.version && found.integrity === entry.integrity;
    }
    return Boolean(entry.optional || entry.devOptional || (entry.dev && !dev));
  });
}

/** Installs when needed; a second launch at the same moment waits for the first. */
export async function ensureInstalled(dir, { dev, say }) {
  if (isInstalled(dir, { dev })) return;
  const release = await lock(join(dir, '.npm-ci.lock'), 'installing the dependencies', say);
  try {
    if (isInstalled(dir, { dev })) return;
    say(`installing the dependencies of ${basename(dir)} (npm ci), which takes about a minute`);
    await npmCi(dir);
  } finally {
    release();
  }
}

/**
 * Waits until nobody else does it. The file holds the process id of its owner, so that a lock left
 * by a killed command is recognised and taken over. @returns what gives the lock back.
 */
export async function lock(file, doing, say) {
  for (let isReported = false; ; await sleep(POLL_MS)) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      const release = () => rmSync(file, { force: true });
      process.once('exit', release);
      return () => {
        process.removeListener('exit', release);
        release();
      };
    } catch (cause) {
      if (cause.code !== 'EEXIST') throw cause;
    }
    const owner = ownerOf(file);
    if (owner !== undefined && !isAlive(owner)) rmSync(file, { force: true });
    else if (!isReported) {
      say(`another command is ${doing}; waiting for it`);
      isReported = true;
    }
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined; // released in between
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause.code === 'EPERM';
  }
}

async function npmCi(dir) {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, prefix] = npmCommand();
  const child = spawn(command, [...prefix, ...args], {
    cwd: dir,
    env: environmentFor(dir),
    stdio: ['ignore', 2, 2], // everything to stderr: stdout belongs to the command that follows
  });
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  const code = await new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`npm could not be started: ${cause.message}`)));
    child.once('close', resolve);
  });
  process.removeListener('exit', kill);
  if (code !== 0) throw new Error(`npm ci failed in ${dir} (see above); nothing was started`);
}

// Under `npm run`, the npm and the Node that were called. Not the Node in node_modules/.bin:
// npm ci is about to delete it.
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm !== undefined && /^npm(-cli)?\.[cm]?js$/.test(basename(npm))) {
    return [node ?? process.execPath, [npm]];
  }
  return ['npm', []];
}

function environmentFor(dir) {
  // What an outer `npm run` tells its script about itself must not steer the npm inside.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name),
  );
  const env = Object.fromEntries(kept);
  const bin = join('node_modules', '.bin');
  const path = (env.PATH ?? '').split(delimiter).filter((entry) => !entry.endsWith(bin));
  return { ...env, PATH: path.join(delimiter), PWD: dir };
}

/** The Node pinned by package-lock.json, or undefined when its install script did not run. */
export function pinnedNode(root) {
  const file = join(root, 'node_modules', 'node', 'bin', 'node');
  return existsSync(file) ? file : undefined;
}
