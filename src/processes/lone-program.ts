// The code inside a lone process (lone-process.ts): its memory limit and its messages.
import { Worker } from 'node:worker_threads';

const MIB = 1_048_576;

/**
 * Limits the memory of this process and receives its orders. The process ends when its parent has gone. Orders come
 * from the service itself and are not validated.
 * @param memoryMiB the most resident memory of the whole process, native memory included; beyond it, the process is
 * killed
 * @returns a function that sets another limit, in MiB, from now on
 */
export function listen<Order>(
  memoryMiB: number,
  onOrder: (order: Order) => void,
): (memoryMiB: number) => void {
  const watch = new Worker(new URL('./memory-watch.ts', import.meta.url), {
    workerData: memoryMiB * MIB,
  });
  watch.unref();
  process.on('message', onOrder);
  process.on('disconnect', () => process.exit());
  return (allowed) => watch.postMessage(allowed * MIB);
}

/** Sends a message to the process that gave the order. */
export function send(message: object): void {
  process.send?.(message);
}
