// The launcher behind every npm script: `node tools/run.mjs TARGET.ts [arguments]`.
// It brings the dependencies in step, then runs the target with the pinned Node, so that each
// script works as the first command after a clone on a machine that only has an old Node.
// Plain JavaScript for Node 20. Its own words go to stderr; stdout belongs to the target.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureWebBuilt, isToBuild } from './build-web.mjs';
import { NEEDED_MAJOR, tooOld } from './check-node.mjs';
import { compileCacheDir } from './compile-cache.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { threadPoolSize } from './thread-pool.mjs';

const PARENT_POLL_MS = 250;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (text) => process.stderr.write(`formstead: ${text}\n`);

function nodeToUse() {
  const pinned = pinnedNode(root);
  if (pinned !== undefined) return pinned;
  if (tooOld(process.versions.node, process.execPath) === undefined) return process.execPath;
  throw new Error(
    `Node.js ${NEEDED_MAJOR} is missing from node_modules: npm did not run the install script of the package "node" ` +
      '(is ignore-scripts set in your npm configuration?). Run `npm rebuild node --ignore-scripts=false`, ' +
      `or use Node.js ${NEEDED_MAJOR} or newer yourself, and try again.`,
  );
}

async function run(target, args) {
  const child = spawn(nodeToUse(), [join(root, target), ...args], {
    stdio: 'inherit',
    env: {
      UV_THREADPOOL_SIZE: threadPoolSize(),
      NODE_COMPILE_CACHE: compileCacheDir(root),
      ...process.env,
    },
  });
  let isTold = false;
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      if (signal !== 'SIGHUP') isTold = true;
      // Ctrl-C in a terminal reaches the whole process group, the target included. A second one
      // from here would look like an impatient user and cut a graceful stop short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  const watch = whenParentDies(() => {
    if (!isTold) child.kill('SIGTERM');
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

// npm passes SIGTERM to the shell it put between itself and us, and that shell dies without
// passing it on. Losing the parent is how we hear of it.
function whenParentDies(stop) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, PARENT_POLL_MS);
  return watch;
}

// Everything that starts a server, or packs one; the other commands and checks go without.
function needsPages(target, [command]) {
  if (target === 'src/cli.ts') return command === 'serve';
  return [
    'src/main.ts',
    'tools/demo.ts',
    'tools/make-release.ts',
    'tools/screenshots.ts',
    'tools/test.ts',
    'bench/run.ts',
  ].includes(target);
}

// What the types of the client are made with, which needs an older TypeScript than everything else.
function needsClientTools(target, args) {
  if (target === 'tools/test.ts') return args.includes('--deep');
  return ['tools/check.ts', 'tools/generate.ts'].includes(target);
}

async function main() {
  const [target, ...args] = process.argv.slice(2);
  if (target === undefined) throw new Error('usage: node tools/run.mjs TARGET.ts [arguments]');
  const product = target.startsWith('src/');
  const showsPages = needsPages(target, args);
  const isBuilt = !(showsPages && (await isToBuild(root)));
  // Pages that are built need nothing that they were built with.
  await ensureInstalled(root, { dev: !(product && isBuilt), say });
  if (target.startsWith('bench/')) await ensureInstalled(join(root, 'bench'), { dev: true, say });
  if (needsClientTools(target, args)) {
    await ensureInstalled(join(root, 'client'), { dev: true, say });
    // 155 MB that only their test needs.
    if (target === 'tools/test.ts') {
      await ensureInstalled(join(root, 'client/generators'), { dev: true, say });
    }
  }
  if (!existsSync(join(root, target))) throw new Error(`there is no ${target} in ${root}`);
  if (showsPages) await ensureWebBuilt(root, { node: nodeToUse(), say });
  process.exitCode = await run(target, args);
}

main().catch((cause) => {
  say(cause.message);
  process.exitCode = 1;
});
