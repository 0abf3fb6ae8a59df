import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { es256Signer, type SignEs256 } from './es256-signer.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const isGood = (text: string, signature: string): boolean =>
  verify(
    'sha256',
    Buffer.from(text, 'latin1'),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );

/** Signs so many texts at once and asks of each signature whether it is of its own text. */
async function signMany(sign: SignEs256, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, at) => `${at} of ${count}`);
  const signatures = await Promise.all(texts.map(sign));
  for (const [at, text] of texts.entries()) {
    assert.ok(isGood(text, signatures[at] ?? ''), text);
    assert.ok(!isGood(`${text}.`, signatures[at] ?? ''));
  }
  assert.equal(new Set(signatures).size, count);
}

describe('ES256 under load', () => {
  test('each text gets its own signature, one by one and many at once, before the thread is there and after', async () => {
    const sign = es256Signer(privateKey);
    await signMany(sign, 1);
    for (const count of [3, 200]) await signMany(sign, count);
    await sleep(300);
    for (const count of [1, 7, 8, 9, 500]) await signMany(sign, count);
  });

  for (const [breaks, script] of [
    [
      'breaks at the first texts',
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { throw new Error('broken'); });`,
    ],
    [
      'ends without a word',
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => process.exit(0));`,
    ],
    ['never starts', `throw new Error('broken');`],
  ] as const) {
    test(`a thread that ${breaks} loses no signature and is told of once`, async () => {
      const warnings: string[] = [];
      const hear = ({ name }: Error) => void warnings.push(name);
      process.on('warning', hear);
      const sign = es256Signer(
        privateKey,
        new URL(`data:text/javascript,${encodeURIComponent(script)}`),
      );
      for (let round = 0; round < 5; round += 1) {
        await signMany(sign, 100);
        await sleep(100);
      }
      process.off('warning', hear);
      assert.deepEqual(warnings, ['SigningThreadWarning']);
    });
  }
});
