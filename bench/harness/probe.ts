// Loaded into every server under test before the server itself (node --import): tells the harness
// what the process has used, and ends it when the harness is gone.

/** What a process has used so far. */
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
