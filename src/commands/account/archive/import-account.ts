// Takes a staged archive into the storage: files first, then all rows in one transaction, so that people see the whole
// organisation or nothing of it, whenever the process is killed.
import { createReadStream } from 'node:fs';
import { fillValuesAgain } from '#answer-queries/index.ts';
import { countBegun, sealHead, verifyChain } from '#audit/index.ts';
import { lockAccounts } from '#commands/accounts-lock.store.ts';
import { commandLineActor } from '#commands/choose-account.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Progress } from '#commands/shell/progress.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { forgetLooseOf, recordLoose } from '#form-records/index.ts';
import { countLogAgain } from '#provisioning/index.ts';
import { QUOTA_NAMES, recount } from '#quotas/index.ts';
import { fillSearchAgain } from '#search/index.ts';
import type { Services } from '#services.ts';
import { keptAs } from './account-tables.ts';
import type { AccountManifest } from './format.ts';
import { copyStaged, findAccount, sizedEntries } from './import-account.store.ts';
import type { Staged } from './stage-archive.ts';

const DAY_MS = 86_400_000;
/** Files that one statement records. */
const RECORDS = 500;
/** The table with the ends of chains, one of which is made for the account. */
const CHAINS = 'audit_chains';

export interface Identity {
  readonly id: string;
  readonly code: string;
}

/** @throws CommandFailure if the organisation is here, or another one with its code */
export async function requireNew(db: Services['db']['reader'], account: Identity): Promise<void> {
  const found = await findAccount(db, account);
  if (found === undefined) return;
  if (found.id === account.id) {
    throw new CommandFailure(
      `This organisation is here already, with the code ${found.code}. If the archive is to take its place, delete it first: formstead account delete ${found.code}`,
    );
  }
  throw new CommandFailure(
    `Another organisation has the code ${account.code} already: give a different one with --as CODE.`,
  );
}

/**
 * Seals the end of the audit log with the master key of this installation, once the log is proven.
 * @returns false if the log was not intact when the archive was made: then its end stays unsealed
 * @throws CommandFailure if it was changed since
 */
export async function sealAuditLog(
  { seal }: Pick<Services, 'seal'>,
  { staging }: Staged,
  { account, auditLog }: AccountManifest,
): Promise<boolean> {
  if (!auditLog.intact) return false;
  if (auditLog.seq > 0) {
    const { seq, hash, sealed } = sealHead(seal, account.id, auditLog);
    staging.handle
      .prepare(`insert into ${CHAINS} (account_id, seq, hash, sealed) values (?, ?, ?, ?)`)
      .run(account.id, seq, hash, sealed);
  }
  const file = openReadOnly(staging.file);
  try {
    const { faults } = await verifyChain(file.reader, seal, account.id);
    if (faults.every(({ kind }) => kind === 'empty')) return true;
  } finally {
    await file.close();
  }
  throw new CommandFailure(
    'The audit log in the archive was changed since the archive was made: its hash chain does not end as the manifest says.',
  );
}

/** Stores the files of forms. Until rows name them, the clean-up deletes them a day later. */
export async function putFiles(
  { db, files, clock }: Services,
  accountId: string,
  staged: Staged['files'],
  progress: Progress,
): Promise<void> {
  const keys = staged.map(({ key }) => key);
  for (let at = 0; at < keys.length; at += RECORDS) {
    await recordLoose(db.reader, accountId, keys.slice(at, at + RECORDS), clock.now() + DAY_MS);
  }
  for (const [at, { key, path, size }] of staged.entries()) {
    await files.put(key, createReadStream(path), { maxBytes: size });
    progress('files', at + 1, staged.length);
  }
}

/** @returns how many rows were stored */
export async function storeRows(
  { db, seal, audit, settings: { quotas } }: Services,
  { staging }: Staged,
  {
    manifest,
    code,
    progress,
  }: {
    readonly manifest: AccountManifest;
    readonly code: string;
    readonly progress: Progress;
  },
): Promise<number> {
  const { id } = manifest.account;
  const tables = staging.tables.filter((table) => keptAs(table) || table.name === CHAINS);
  return db.transaction(async (tx) => {
    await lockAccounts(tx);
    await requireNew(tx, { id, code });
    let rows = 0;
    for (const table of tables) {
      const all = Number(
        staging.handle.prepare(`select count(*) from "${table.name}"`).pluck().get(),
      );
      const stored = await copyStaged(tx, staging, table, (some) =>
        progress(table.name, some, all),
      );
      if (table.name === CHAINS && stored > 0) await countBegun(tx, seal, 1);
      rows += stored;
    }
    // Results of exports are not in an archive, and count.
    for (const name of QUOTA_NAMES) await recount(tx, id, name);
    await countLogAgain(tx, id, sizedEntries(staging), quotas.provisioningLogBytes);
    await forgetLooseOf(tx, id);
    // The archive may have been made before its installation had filled in all values and words.
    await fillValuesAgain(tx);
    await fillSearchAgain(tx);
    const { version, madeAt, account, secrets } = manifest;
    await audit.append(tx, commandLineActor({ id }), {
      action: 'account.import',
      targetType: 'Account',
      targetId: id,
      detail: {
        version,
        madeAt,
        secrets,
        ...(account.code !== code && { codeBefore: account.code }),
      },
    });
    return rows;
  });
}
