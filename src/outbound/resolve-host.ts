import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { OutboundError } from './call-failure.ts';

/** Returns every address of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface ResolveOptions {
  /** Addresses of name servers, `127.0.0.1:53`; if omitted, those of /etc/resolv.conf. */
  readonly servers?: readonly string[] | undefined;
  readonly hostsFile?: string;
  /** How long one look-up may take. */
  readonly patienceMs?: number;
}

/** Of a call that usually may take 10 seconds. */
const PATIENCE_MS = 8000;
/** The time of the first try; each further one takes longer. */
const FIRST_TRY_MS = 2000;
const TRIES = 2;
/** What a name server says of a name that it does not know, and no name server at all. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Looks up hosts that somebody registered. `getaddrinfo` can't be aborted and holds a thread until the name server has
 * answered, and half of the threads may wait for it: a few names whose server is silent would hold up the look-ups of
 * all others, the database among them. The name servers are therefore asked without a thread, within a time. Only for
 * names that they don't know, as a search domain may complete them, `getaddrinfo` follows, for one name at a time.
 */
export function createResolve(options: ResolveOptions = {}): Resolve {
  const { servers, hostsFile = '/etc/hosts', patienceMs = PATIENCE_MS } = options;
  const askSystem = oneAtATime(
    (host) => dns.lookup(host, { all: true, verbatim: true }),
    patienceMs,
  );
  return async (host) => {
    const listed = await findInHosts(hostsFile, host);
    if (listed.length > 0) return listed;
    const found = await askServers(host, { servers, patienceMs });
    return found.length > 0 ? found : await askSystem(host);
  };
}

async function findInHosts(file: string, host: string): Promise<readonly LookupAddress[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const name = host.replace(/\.$/, '').toLowerCase();
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name) ? [toAddress(address)] : [];
  });
}

const toAddress = (address: string): LookupAddress => ({
  address,
  family: address.includes(':') ? 6 : 4,
});

/**
 * Returns the addresses of both families, none when the servers don't know the name.
 * @throws OutboundError when no server answers in time
 */
async function askServers(
  host: string,
  { servers, patienceMs }: Pick<ResolveOptions, 'servers'> & { readonly patienceMs: number },
): Promise<readonly LookupAddress[]> {
  // A new one each time: it reads /etc/resolv.conf, which may have changed, and can be cancelled alone.
  const resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), patienceMs);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(timer);
  const found = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const codes = answers.flatMap((each) =>
    each.status === 'rejected' ? [codeOf(each.reason)] : [],
  );
  const failed = codes.find((code) => !UNKNOWN.has(code));
  if (found.length === 0 && failed !== undefined)
    throw new OutboundError(
      'no-address',
      `the name servers did not answer for ${host} (${failed})`,
    );
  return found.map(toAddress);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Runs look-ups of different hosts one after the other; callers that ask for the same host share one. */
function oneAtATime(resolve: Resolve, patienceMs: number): Resolve {
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  const takeTurn = async (host: string, end: AbortSignal): Promise<readonly LookupAddress[]> => {
    const isOver = new Promise<void>((done) => end.addEventListener('abort', () => done()));
    for (let own = underWay.get(host); ; own = underWay.get(host)) {
      if (own !== undefined) return own;
      if (end.aborted) throw new OutboundError('no-address', `${host} was not looked up in time`);
      if (underWay.size === 0) break;
      await Promise.race([...[...underWay.values()].map((each) => each.catch(() => [])), isOver]);
    }
    const asked = resolve(host).finally(() => underWay.delete(host));
    underWay.set(host, asked);
    return asked;
  };
  return (host) => takeTurn(host, AbortSignal.timeout(patienceMs));
}
