import type { ChildProcess } from 'node:child_process';

/**
 * Returns the next message of a process. @throws Error if the process ends instead. Without this check, nothing would
 * be left to wait for, and Node would end the program without an error.
 */
export function messageFrom(child: ChildProcess, who: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const gone = (): void =>
    reject(new Error(`${who} ended (${child.signalCode ?? child.exitCode}) while it was measured`));
  child.once('message', resolve).once('exit', gone);
  if (child.exitCode !== null || child.signalCode !== null) gone();
  return promise.finally(() => child.off('message', resolve).off('exit', gone));
}
