#!/usr/bin/env node
// The `formstead` command. It looks at the Node version before anything else is loaded.
import { refuseOldNode } from '../tools/check-node.mjs';
import { threadPoolSize } from '../tools/thread-pool.mjs';

refuseOldNode();
process.env.UV_THREADPOOL_SIZE ??= threadPoolSize();
await import('../src/cli.ts');
