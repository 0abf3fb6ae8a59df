#!/usr/bin/env node
// The `formstead` command. It looks at the Node version before anything else is loaded.
import { refuseOldNode } from '../tools/check-node.mjs';

refuseOldNode();
await import('../src/cli.ts');
