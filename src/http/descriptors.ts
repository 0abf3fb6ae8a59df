/**
 * Descriptors that the process holds apart from client connections: the storage and its connection pool, threads
 * that search, sign and run forms, outgoing calls. An idle process holds 40.
 */
const OWN = 100;
/** Its socket, and a file or connection that a request of it may use: an attachment on disk or in a bucket. */
const FOR_EACH_CONNECTION = 2;
/** With fewer connections nothing could be served. */
const FEWEST_CONNECTIONS = 8;

/**
 * Returns how many connections may be open at a time. Further ones are closed at once, so that the process never
 * runs out of descriptors in the middle of a write.
 */
export const connectionsWithin = (descriptors: number): number =>
  Math.max(FEWEST_CONNECTIONS, Math.floor((descriptors - OWN) / FOR_EACH_CONNECTION));

/** Returns how many files and sockets the process may open: `ulimit -n`, which Node raises to the hard limit. */
export function descriptorsAtHand(): number {
  // Otherwise the report would resolve the names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  return limitIn(report) ?? Number.POSITIVE_INFINITY;
}

/** Returns undefined where the limit is `unlimited`, or the platform has none. */
function limitIn(report: unknown): number | undefined {
  let value = report;
  for (const name of ['userLimits', 'open_files', 'soft']) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map(Object.entries(value)).get(name);
  }
  return typeof value === 'number' ? value : undefined;
}
