import assert from 'node:assert/strict';
import { createWriteStream, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { createGzip } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { encrypt } from '#commands/age/age.ts';
import { systemRandom } from '#kernel/ids.ts';
import { folder } from '../../../test/support/command-line.ts';
import { readBackupArchive } from './archive.ts';
import { type TarEntry, writeTar } from './tar.ts';

test('an encrypted backup that somebody else made writes nowhere but into its folder', async (t) => {
  const home = await folder(t);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const names = [
    '../outside',
    '/tmp/formstead-outside',
    'files/../../outside',
    'files/abc/0f/../../../outside',
    'master.key',
    'formstead.db-wal',
    'files/abc',
    '',
  ];
  for (const [i, name] of names.entries()) {
    const content = Buffer.from('x');
    const entries = (async function* (): AsyncGenerator<TarEntry> {
      yield { name, size: content.length, content: Readable.from([content]) };
    })();
    const path = join(home, `archive-${i}`);
    await pipeline(
      Readable.from(writeTar(entries, 0)),
      createGzip(),
      (source: AsyncIterable<Uint8Array>) =>
        encrypt(source, { recipients: [recipient] }, systemRandom),
      createWriteStream(path),
    );
    const target = join(home, `target-${i}`, 'inner');
    await mkdir(target, { recursive: true });
    const reading = readBackupArchive(path, { identities: [identity], passphrases: [] }, target);
    await assert.rejects(reading, /does not hold what Formstead puts into one/, name);
    assert.deepEqual(readdirSync(target), [], name);
    assert.deepEqual(readdirSync(join(home, `target-${i}`)), ['inner'], name);
  }
});
