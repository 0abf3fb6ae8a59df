/**
 * What the process has open whoever is connected: the storage and a connection pool to it, threads that search, sign and
 * run forms, calls to others. At rest it is 40.
 */
const OWN = 100;
/** Its socket, and what a request of it may read, write or pass on: an attachment on disk or in a bucket. */
const FOR_EACH_CONNECTION = 2;
/** Below this nothing could be served. */
const FEWEST_CONNECTIONS = 8;

/**
 * So many connections may be open at a time: what comes after is closed at once, and the process never runs out of
 * descriptors in the middle of a write.
 */
export const connectionsWithin = (descriptors: number): number =>
  Math.max(FEWEST_CONNECTIONS, Math.floor((descriptors - OWN) / FOR_EACH_CONNECTION));

/** How many files and sockets the process may have open: `ulimit -n`, which Node raises to the hard limit. */
export function descriptorsAtHand(): number {
  // Else it would ask for the names of all addresses that are connected.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  return limitIn(report) ?? Number.POSITIVE_INFINITY;
}

/** Undefined where it is `unlimited`, or the platform knows no such limit. */
function limitIn(report: unknown): number | undefined {
  let value = report;
  for (const name of ['userLimits', 'open_files', 'soft']) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map(Object.entries(value)).get(name);
  }
  return typeof value === 'number' ? value : undefined;
}
