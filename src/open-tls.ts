// The certificate of the server: from files, from the local authority, or from one that is asked over ACME.
import { CERTIFICATE, createChallenges, createItems, renewCertificate } from '#acme/index.ts';
import { loadTls, type Tls } from '#http/tls.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Services } from '#services.ts';

export interface OpenTls {
  readonly tls: Tls;
  /** Renews the certificate; none unless an authority is asked. */
  readonly jobs: readonly Job[];
  /** Returns when the certificate ends, in milliseconds since the epoch, if nobody but an admin can prevent it. */
  endToTell(): number | undefined;
}

/** A certificate by ACME that has less than this part of its time left should have been renewed long ago. */
const OVERDUE = 1 / 6;

/** Returns undefined in proxy mode, where the proxy terminates TLS. */
export async function openTls(services: Services): Promise<OpenTls | undefined> {
  const { settings, clock, random, log, db, seal } = services;
  const { tls: from, server } = settings;
  if (from.mode === 'proxy') return undefined;
  const deps = { clock, random, log };
  const files = from.mode === 'files' ? from : undefined;
  if (from.mode !== 'acme') {
    const tls = await loadTls({ ...server, files }, deps);
    return { tls, jobs: [], endToTell: () => (files ? tls.endsAt : undefined) };
  }
  const items = createItems(db, seal);
  const hosts = hostsOf([server.publicUrl, server.authUrl]);
  const stored = {
    load: () => items.readPair(CERTIFICATE),
    challengeOf: createChallenges(hosts, items, clock),
  };
  const tls = await loadTls({ ...server, files: undefined, stored }, deps);
  const { acme } = from;
  return {
    tls,
    jobs: [renewCertificate({ acme, hosts, items, clock, random, log }, tls.reload)],
    endToTell() {
      const isOverdue = tls.endsAt - clock.now() < (tls.endsAt - tls.beginsAt) * OVERDUE;
      return isOverdue ? tls.endsAt : undefined;
    },
  };
}

const hostsOf = (origins: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(origins.flatMap((origin) => (origin === undefined ? [] : new URL(origin).hostname))),
];
