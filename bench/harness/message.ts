import type { ChildProcess } from 'node:child_process';

/**
 * The next message of a process. @throws Error when it ends instead: whoever waits for a process that is gone waits for
 * nothing, and Node ends a program that waits for nothing without a word.
 */
export function messageFrom(child: ChildProcess, who: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const gone = (): void =>
    reject(new Error(`${who} ended (${child.signalCode ?? child.exitCode}) while it was measured`));
  child.once('message', resolve).once('exit', gone);
  if (child.exitCode !== null || child.signalCode !== null) gone();
  return promise.finally(() => child.off('message', resolve).off('exit', gone));
}
