// Loaded with `node --import` into every measured server, before the server itself: reports to the harness what the
// process has used, and ends the process when the harness has ended.

/** The total usage of a process. */
export interface Usage {
  /** User and system time of all its threads, in microseconds. */
  readonly cpuUs: number;
  /** Resident memory in bytes. */
  readonly rss: number;
}

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system, rss: process.memoryUsage.rss() } satisfies Usage);
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
