// Certificates for tests, and the logs and clocks that go with them.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { issueAuthority, issueLeaf } from '#http/issue-certificate.ts';
import { systemRandom } from '#kernel/ids.ts';

/** A pair as an operator would provide it, valid for 90 days from one hour before `now`. */
export interface GivenPair {
  readonly cert: string;
  readonly key: string;
  /** The certificate authority to trust. */
  readonly ca: string;
}

export async function makePair(now: number, names: readonly string[]): Promise<GivenPair> {
  const deps = { now, random: systemRandom };
  const authority = await issueAuthority(names, deps);
  const { certificate, privateKey } = await issueLeaf(authority, names, deps);
  return {
    cert: certificate.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ca: authority.certificate.toString(),
  };
}

/** Creates a private key that belongs to no certificate, with a passphrase if one is given. */
export function makeKey(passphrase?: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const lock = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return privateKey.export({ type: 'pkcs8', format: 'pem', ...lock }).toString();
}

/** Writes the operator's two files into their own folder. */
export async function givenFiles(t: TestContext, pair: { cert: string; key: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-pair-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  /** Replaces the files by new ones, as a renewal does. */
  const put = async (next: { cert?: string; key?: string }): Promise<void> => {
    for (const [path, text] of [
      [files.certFile, next.cert],
      [files.keyFile, next.key],
    ] as const) {
      if (text === undefined) continue;
      await writeFile(`${path}.new`, text);
      await rename(`${path}.new`, path);
    }
  };
  await put(pair);
  return { files, put };
}
