/**
 * Works on several items at a time.
 * @throws what the first `work` that fails throws, once all have ended
 */
export async function eachOf<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let isFailed = false;
  const worker = async (): Promise<void> => {
    while (!isFailed) {
      try {
        const next = await iterator.next();
        if (next.done) return;
        await work(next.value);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
