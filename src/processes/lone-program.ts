// The inside of a lone process (lone-process.ts): how its program is bounded, and how it talks.
import { Worker } from 'node:worker_threads';

const MIB = 1_048_576;

/**
 * Bounds this process and hears what it is told; it ends when nobody is there any more who could tell it anything.
 * What it is told comes from the service itself, so that it is taken as it is.
 * @param memoryMiB resident memory of the whole process, native memory included; whoever takes more is killed.
 */
export function listen<Order>(memoryMiB: number, onOrder: (order: Order) => void): void {
  const most = memoryMiB * MIB;
  new Worker(new URL('./memory-watch.ts', import.meta.url), { workerData: most }).unref();
  process.on('message', onOrder);
  process.on('disconnect', () => process.exit());
}

/** Says something to the process that asked. */
export function say(message: object): void {
  process.send?.(message);
}
