import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { encrypt } from '#commands/age/age.ts';
import { openingKeyIn, sealingKeyIn } from '#kernel/age-keys.ts';
import { systemRandom } from '#kernel/ids.ts';
import { folder } from '../../../test/support/command-line.ts';
import { KEY_FILE, OTHER_KEY_FILE } from '../../../test/support/key-shapes.ts';
import { requireOpens } from './open-again.ts';

function keyIn(text: string) {
  const [sealing, opening] = [sealingKeyIn(text, 'derive'), openingKeyIn(text)];
  assert.ok(!('problem' in sealing || 'problem' in opening));
  return { sealing, opening };
}

test('what was written is read back whole: another key, a changed byte and a cut end are told', async (t) => {
  const path = join(await folder(t), 'archive');
  const clear = randomBytes(200_000);
  const sha256 = createHash('sha256').update(clear).digest('hex');
  const { sealing, opening } = keyIn(KEY_FILE);
  await writeFile(path, encrypt(Readable.from([gzipSync(clear)]), sealing, systemRandom));
  const written = { key: opening, isZipped: true, sha256 };
  await requireOpens(path, written);

  const { opening: key } = keyIn(OTHER_KEY_FILE);
  await assert.rejects(requireOpens(path, { ...written, key }), /does not open the file/);
  const other = createHash('sha256').update('other').digest('hex');
  await assert.rejects(requireOpens(path, { ...written, sha256: other }), /can be read back/);
  const bytes = readFileSync(path);
  await writeFile(path, bytes.subarray(0, -1));
  await assert.rejects(requireOpens(path, written), { name: 'AgeError' });
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await assert.rejects(requireOpens(path, written), { name: 'AgeError' });
});
