// Loaded before every test file. Node's test runner asks to hear of each promise that is made, so that it can say
// which test an error came from that nobody waited for. Hearing of them costs about a tenth of the processor time of
// tests that send many requests, and all that the service does appears dearer than it is. Without it such an error
// still fails the file that it came from; only the name of the test is missing.
import asyncHooks from 'node:async_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  // What tests fork is no test.
  process.execArgv = process.execArgv.filter((argument) => !argument.endsWith(import.meta.url));
  const { createHook } = asyncHooks;
  const deaf = { enable: () => deaf, disable: () => deaf };
  asyncHooks.createHook = () => deaf;
  // The runner takes the function over when it is loaded, and nobody else does meanwhile.
  await import('node:test');
  asyncHooks.createHook = createHook;
}
