import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sqliteFile } from '#db/open-sqlite.ts';
import { counted } from '#kernel/counted.ts';
import { masterKeyFile } from '#keys/index.ts';
import { type Check, type DoctorContext, type Finding, findingsOf } from './finding.ts';

const { ok, warning, fault, skipped } = findingsOf('files');
const OTHERS = 0o007;
const GROUP = 0o070;
const READ_OR_WRITE = 0o666;
const ENTER = 0o111;

interface SecretFile {
  readonly path: string;
  /**
   * key: created by Formstead with mode 0600. data: created by SQLite, protected by its directory. given: provided by
   * the operator or a container platform, often readable by everybody.
   */
  readonly kind: 'key' | 'data' | 'given';
}

/** Checks that no other user of this machine can read keys, password hashes or data. */
export const checkFiles: Check = async (context) => {
  if (process.platform === 'win32') return [skipped('file modes say nothing on Windows')];
  const found = await Promise.all(secretFiles(context).map(checkSecretFile));
  const findings = found.flatMap((finding) => finding ?? []);
  const wrong = findings.filter(({ state }) => state !== 'ok');
  if (wrong.length > 0) return wrong;
  return [
    findings.length === 0
      ? skipped('there are no secret files yet')
      : ok(`${counted(findings.length, 'secret file is', 'secret files are')} closed to others`),
  ];
};

function secretFiles({ world: { env }, settings }: DoctorContext): readonly SecretFile[] {
  const { dataDir } = settings.server;
  const given = ['FORMSTEAD_MASTER_KEY_FILE', 'FORMSTEAD_DATABASE_URL_FILE'].flatMap(
    (name) => env[name]?.trim() || [],
  );
  const key = settings.tls.mode === 'files' ? [settings.tls.keyFile] : [];
  const made = [
    masterKeyFile(dataDir),
    join(dataDir, 'tls/ca.pem'),
    join(dataDir, 'tls/server.pem'),
  ];
  return [
    ...made.map((path) => ({ path, kind: 'key' as const })),
    { path: sqliteFile(dataDir), kind: 'data' },
    ...[...given, ...key].map((path) => ({ path, kind: 'given' as const })),
  ];
}

async function checkSecretFile({ path, kind }: SecretFile): Promise<Finding | undefined> {
  const file = await stat(path).catch(() => undefined);
  // Other checks report missing files.
  if (!file) return undefined;
  const folder = await stat(dirname(path));
  const isOpenTo = (who: number): boolean =>
    (file.mode & who & READ_OR_WRITE) !== 0 && (folder.mode & who & ENTER) !== 0;
  const fix = kind === 'data' ? `chmod 700 ${dirname(path)}` : `chmod 600 ${path}`;
  if (isOpenTo(OTHERS)) {
    const what = `every user of this machine can read ${path}`;
    return kind === 'given' ? warning(what, fix) : fault(what, fix);
  }
  if (isOpenTo(GROUP)) return warning(`its group can read ${path}`, fix);
  return kind === 'key' && (file.mode & (OTHERS | GROUP)) !== 0
    ? warning(`only its directory keeps others from reading ${path}`, fix)
    : ok(path);
}
