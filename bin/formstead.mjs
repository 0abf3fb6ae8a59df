#!/usr/bin/env node
// The `formstead` command. It looks at the Node version before anything else is loaded.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { refuseOldNode } from '../tools/check-node.mjs';
import { compileCacheDir } from '../tools/compile-cache.mjs';
import { threadPoolSize } from '../tools/thread-pool.mjs';

refuseOldNode();
process.env.UV_THREADPOOL_SIZE ??= threadPoolSize();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
module.enableCompileCache(compileCacheDir(root));
if (process.argv[2] === 'serve') await buildWhereThatIsPossible();
await import('../src/cli.ts');

// A service that is not ready and says why is better than one that does not start.
async function buildWhereThatIsPossible() {
  const builder = join(root, 'tools', 'build-web.mjs');
  // A release comes with its pages, and without what builds them.
  if (!existsSync(builder)) return;
  const { ensureWebBuilt } = await import(pathToFileURL(builder).href);
  const say = (text) => process.stderr.write(`formstead: ${text}\n`);
  await ensureWebBuilt(root, { node: process.execPath, say }).catch((cause) => say(cause.message));
}
