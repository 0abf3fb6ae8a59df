// The databases of released versions, as `tools/keep-release.ts` kept them.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { sqliteFile } from '#db/open-sqlite.ts';
import type { SetUpResult } from '#sign-in/index.ts';
import type { Engine, EngineInstance } from './engines.ts';
import { ADMIN_PASSWORD } from './instance.ts';

export const MASTER_KEY = Buffer.from('formstead test master key, 32 by').toString('base64');
/** Of the user `admin`. */
export const PASSWORD = ADMIN_PASSWORD;

/** The way into a kept database, and what is in it. */
export interface Secrets extends SetUpResult {
  readonly templateId: string;
  readonly draftId: string;
  readonly completeId: string;
}

export interface Release {
  readonly version: string;
  /** The tag or the commit of its source. */
  readonly ref: string;
  readonly sqlite: Secrets;
  readonly postgres: Secrets;
}

const FOLDER = fileURLToPath(new URL('../released', import.meta.url));

/** Returns all released versions, oldest first. */
export const releases = (): readonly Release[] =>
  globSync('*/release.json', { cwd: FOLDER })
    .map((path): Release => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));

/** Fills an empty storage with the data of a released version. */
export async function fillAsReleased(
  { name }: Engine,
  { dataDir, databaseUrl }: EngineInstance,
  { version }: Release,
): Promise<void> {
  const read = (file: string) => gunzipSync(readFileSync(join(FOLDER, version, file)));
  if (name === 'sqlite') {
    writeFileSync(sqliteFile(dataDir), read('formstead.db.gz'));
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(read('postgres.sql.gz').toString());
  } finally {
    await client.end();
  }
}
