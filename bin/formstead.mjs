#!/usr/bin/env node
// The `formstead` command. It looks at the Node version before anything else is loaded.
import module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from '../tools/check-node.mjs';
import { compileCacheDir } from '../tools/compile-cache.mjs';
import { threadPoolSize } from '../tools/thread-pool.mjs';

refuseOldNode();
process.env.UV_THREADPOOL_SIZE ??= threadPoolSize();
module.enableCompileCache(compileCacheDir(dirname(dirname(fileURLToPath(import.meta.url)))));
await import('../src/cli.ts');
