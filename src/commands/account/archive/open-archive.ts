import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readChainState, readUnlinked } from '#audit/index.ts';
import { readOpeningKey } from '#commands/backup/backup-key.ts';
import type { World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { migrations } from '#db/migrations/index.ts';
import type { Account } from '#directory/index.ts';
import type { Services } from '#services.ts';
import { describeTables } from './describe-tables.ts';
import type { AccountManifest } from './format.ts';
import { sealAuditLog } from './import-account.ts';
import { parseManifest } from './parse-manifest.ts';
import { readManifestText } from './read-archive.ts';
import { type Lacks, stageArchive } from './stage-archive.ts';

/** Where an archive of an account is unpacked. A killed command leaves lines in clear there, and the next removes them. */
export const stagingFolder = (dataDir: string, accountId: string): string =>
  join(dataDir, `.account-import-${accountId}`);

/** @throws CommandFailure if it is no archive, or of another schema */
export const readManifest = async (archive: string): Promise<AccountManifest> =>
  parseManifest(
    await readManifestText(archive),
    await describeTables(),
    migrations.map(({ name }) => name),
  );

export interface ArchiveToOpen {
  readonly archive: string;
  /** A file with what opens the secrets; undefined: they stay closed. */
  readonly keyFile: string | undefined;
  readonly skipsDamaged: boolean;
}

export interface OpenedArchive extends Lacks {
  readonly madeAt: string;
  /** Events of the audit log here that are newer than the archive. */
  readonly newer: number;
}

/**
 * Reads a whole archive of an account that is here, with every check of an import, and keeps nothing of it.
 * @throws CommandFailure, AgeError if an import would refuse it, or if it is of another account
 */
export async function openArchive(
  { random, clock }: World,
  services: Services,
  account: Account,
  { archive, keyFile, skipsDamaged }: ArchiveToOpen,
): Promise<OpenedArchive> {
  const { seal, db, settings } = services;
  const manifest = await readManifest(archive);
  if (manifest.account.id !== account.id) {
    throw new CommandFailure(
      `${archive} is the archive of another organisation, ${manifest.account.code}.`,
    );
  }
  const key = keyFile === undefined ? undefined : readOpeningKey(keyFile);
  const folder = stagingFolder(settings.server.dataDir, account.id);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const { code } = account;
    const arrival = { manifest, code, key, seal, random, now: clock.now(), skipsDamaged };
    const staged = await stageArchive(archive, folder, arrival);
    const { staging, missing, damaged } = staged;
    let unlinkedThere: number;
    try {
      await sealAuditLog(services, staged, manifest);
      const unlinked = 'select count(*) from audit_events where chain_seq is null';
      unlinkedThere = Number(staging.handle.prepare(unlinked).pluck().get());
    } finally {
      staging.close();
    }
    // The last events before the service stopped may not be linked yet, here and in the archive.
    const { head } = await readChainState(db.reader, account.id);
    const unlinkedHere = await readUnlinked(db.reader, account.id);
    const newer = (head?.seq ?? 0) + unlinkedHere.count - manifest.auditLog.seq - unlinkedThere;
    return { madeAt: manifest.madeAt, newer, missing, damaged };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
