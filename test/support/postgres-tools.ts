// pg_dump and pg_restore for tests. The npm package contains PostgreSQL's server without them, and those of the system
// may be too old to read that server. In that case a server of their own version is used instead.
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { sharedPostgresUrl, startPostgres } from './postgres-server.ts';

const run = promisify(execFile);

export interface ToolServer {
  /** Administrator's URL of a server that the tools can read. */
  readonly adminUrl: string;
  /** The folder of pg_dump and pg_restore; undefined if this machine has no suitable ones. */
  readonly tools: string | undefined;
  stop(): Promise<void>;
}

/** Returns a server, and tools that fit it if the machine has them. */
export async function serverWithTools(): Promise<ToolServer> {
  const shared = await sharedPostgresUrl();
  const wanted = await majorOf(shared);
  const folders = await toolFolders();
  const fitting = folders.find(({ major }) => major >= wanted);
  if (fitting) return { adminUrl: shared, tools: fitting.folder, stop: async () => undefined };
  const whole = folders.find(({ folder }) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
  if (!whole) return { adminUrl: shared, tools: undefined, stop: async () => undefined };
  const { adminUrl, stop } = await startPostgres(whole.folder);
  return { adminUrl, tools: whole.folder, stop };
}

/** Creates an empty database or, with a template, a copy of it. @returns its URL */
export async function createDatabase(
  adminUrl: string,
  name: string,
  template?: string,
): Promise<string> {
  await query(adminUrl, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function toolFolders(): Promise<readonly { folder: string; major: number }[]> {
  const candidates = [
    ...globSync('/usr/{lib,local/lib}/postgresql/*/bin'),
    ...globSync('/{opt/homebrew,usr/local}/opt/postgresql@*/bin'),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ].filter((folder) => existsSync(join(folder, 'pg_dump')));
  const found = await Promise.all(
    candidates.map(async (folder) => {
      const { stdout } = await run(join(folder, 'pg_dump'), ['--version']);
      return { folder, major: Number(/(\d+)/.exec(stdout)?.[1]) };
    }),
  );
  return found.sort((a, b) => b.major - a.major);
}

async function majorOf(url: string): Promise<number> {
  const rows = await query(url, 'show server_version_num');
  return Math.floor(Number(rows[0]?.['server_version_num']) / 10_000);
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
