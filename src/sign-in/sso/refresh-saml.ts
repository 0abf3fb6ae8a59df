import { lockAccount } from '#db/account-lock.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DAY_MS } from '#kernel/time-zone.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { printableText } from './provider.ts';
import { selectToRefresh } from './saml.store.ts';
import { certificatesOf, fetchProvider, type SamlProvider } from './saml-provider.ts';
import {
  type SsoChange,
  type SsoRow,
  selectConnection,
  selectConnections,
  updateConnection,
} from './sso.store.ts';

type Deps = Pick<SignInDeps, 'db' | 'outbound' | 'audit' | 'clock'>;

const EVERY_MS = 60_000;
/** Connections of one run. They are read at once: a provider that doesn't answer takes ten seconds, and a node that stops waits. */
const AT_ONCE = 20;

/**
 * Reads the metadata of SAML identity providers again, once a day. New certificates apply by themselves. Another
 * sign-on address waits for an admin: whoever can change the metadata could otherwise send people anywhere.
 */
export const refreshSaml = (deps: Deps): Job => ({
  name: 'refresh-saml-metadata',
  everyMs: EVERY_MS,
  async run() {
    const rows = await selectToRefresh(deps.db.reader, deps.clock.now(), AT_ONCE);
    const ends = await Promise.allSettled(rows.map((row) => refresh(deps, row)));
    // One that fails comes first again the next time, and may keep nobody else waiting.
    const failed = ends.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  },
});

async function refresh(deps: Deps, row: SsoRow): Promise<void> {
  const read = await readAgain(deps, row);
  const { account_id: accountId, id } = row;
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const before = await selectConnection(tx, accountId, id);
    // An admin has entered other metadata meanwhile.
    if (!before || before.saml_refreshed_at !== row.saml_refreshed_at) return;
    if (before.saml_metadata_url !== row.saml_metadata_url) return;
    await apply(deps, tx, before, read);
  });
}

/** Returns what the address says now, or why that can't be used. */
async function readAgain(
  { outbound }: Deps,
  { saml_metadata_url: url, issuer }: SsoRow,
): Promise<SamlProvider | string> {
  try {
    const provider = await fetchProvider(outbound, url ?? '');
    if (provider.entityId === issuer) return provider;
    return `The metadata are of ${printableText(provider.entityId)} now, not of ${issuer}.`;
  } catch (error) {
    return error instanceof Error ? printableText(error.message) : 'The address does not answer.';
  }
}

async function apply(
  { audit, clock }: Deps,
  tx: Tx,
  before: SsoRow,
  read: SamlProvider | string,
): Promise<void> {
  const { account_id: accountId, id } = before;
  const now = clock.now();
  const change: SsoChange =
    typeof read === 'string'
      ? { saml_refresh_problem: read }
      : {
          saml_certificates: JSON.stringify(read.certificates),
          saml_waiting_sign_on: read.signOn === before.saml_sign_on ? null : read.signOn,
          saml_refreshed_at: now,
          saml_refresh_problem: null,
        };
  await updateConnection(tx, accountId, id, { ...change, saml_refresh_due_at: now + DAY_MS });
  const detail = typeof read === 'string' ? failureOf(before, read) : differenceOf(before, read);
  if (detail === undefined) return;
  await audit.append(
    tx,
    { accountId, via: 'system' },
    {
      action: 'sso.refresh',
      targetType: 'SsoConnection',
      targetId: id,
      detail,
      ...(typeof read === 'string' && { result: 'refused' }),
    },
  );
}

/** Returns what the audit log says of a failure; undefined if it said so yesterday. */
const failureOf = (before: SsoRow, problem: string): JsonObject | undefined =>
  problem === before.saml_refresh_problem ? undefined : { name: before.name, problem };

/** Returns what has changed; undefined if nothing has. */
function differenceOf(before: SsoRow, read: SamlProvider): JsonObject | undefined {
  const old = certificatesOf(before).map(({ sha256 }) => sha256);
  const now = read.certificates.map(({ sha256 }) => sha256);
  const added = now.filter((each) => !old.includes(each));
  const removed = old.filter((each) => !now.includes(each));
  const isWaiting =
    read.signOn !== before.saml_sign_on && read.signOn !== before.saml_waiting_sign_on;
  if (added.length === 0 && removed.length === 0 && !isWaiting) return undefined;
  return {
    name: before.name,
    ...(added.length > 0 && { addedCertificates: added }),
    ...(removed.length > 0 && { removedCertificates: removed }),
    ...(isWaiting && { waitingSignOnUrl: read.signOn }),
  };
}

interface CertificateEnd {
  /** Of the connection. */
  readonly id: string;
  readonly name: string;
  /** When the last of its certificates ends, in milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Returns when the certificates of each enabled connection by SAML end. */
export async function findCertificateEnds(
  db: Reader,
  accountId: string,
): Promise<readonly CertificateEnd[]> {
  const rows = await selectConnections(db, accountId);
  return rows.flatMap((row) => {
    const certificates = row.enabled === 1 ? certificatesOf(row) : [];
    if (certificates.length === 0) return [];
    const endsAt = Math.max(...certificates.map((each) => each.endsAt));
    return [{ id: row.id, name: row.name, endsAt }];
  });
}
