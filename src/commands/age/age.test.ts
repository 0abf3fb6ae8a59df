// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  Decrypter,
  Encrypter,
  generateX25519Identity,
  identityToRecipient,
  Stanza,
} from 'age-encryption';
import { bytesOfRecipient, openingKeyIn, sealingKeyIn } from '#kernel/age-keys.ts';
import { systemRandom } from '#kernel/ids.ts';
import { decrypt, encrypt } from './age.ts';

const CHUNK = 65_536;
const SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_000];

/** Yields bytes in pieces of uneven sizes, as a disk and a network do. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = 7; at < bytes.length; at += size, size = (size * 31) % 50_000) {
    yield bytes.subarray(at, at + size);
  }
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

function sealed(bytes: Uint8Array, text: string): Promise<Buffer> {
  const key = sealingKeyIn(text, 'refuse');
  assert.ok(!('problem' in key));
  return all(encrypt(inPieces(bytes), key, systemRandom));
}

async function opened(bytes: Uint8Array, text: string): Promise<Buffer> {
  const key = openingKeyIn(text);
  assert.ok(!('problem' in key));
  return all(decrypt(inPieces(bytes), key));
}

test('what is encrypted for a public key, age opens, and the other way round', async () => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  assert.ok(bytesOfRecipient(recipient));
  const theirs = new Encrypter();
  theirs.addRecipient(recipient);
  const reader = new Decrypter();
  reader.addIdentity(identity);
  for (const size of SIZES) {
    const text = randomBytes(size);
    const file = await sealed(text, recipient);
    assert.ok(Buffer.from(await reader.decrypt(file)).equals(text), `${size} by age`);
    assert.ok((await opened(file, identity)).equals(text), `${size}`);
    assert.ok((await opened(await theirs.encrypt(text), identity)).equals(text), `${size} of age`);
  }
});

test('what is encrypted with a passphrase, age opens, and the other way round', async () => {
  const passphrase = 'five quiet harbours at dawn';
  const text = randomBytes(100_000);
  const reader = new Decrypter();
  reader.addPassphrase(passphrase);
  const file = await sealed(text, passphrase);
  assert.ok(Buffer.from(await reader.decrypt(file)).equals(text));
  const theirs = new Encrypter();
  theirs.setPassphrase(passphrase);
  theirs.setScryptWorkFactor(10);
  const theirFile = await theirs.encrypt(text);
  assert.ok((await opened(theirFile, passphrase)).equals(text));
  await assert.rejects(
    opened(theirFile, 'five quiet harbours at dusk'),
    /key does not open the file/,
  );
});

test('no byte of a file can be changed, moved or left out unnoticed', async () => {
  const identity = await generateX25519Identity();
  const file = await sealed(randomBytes(3 * CHUNK), await identityToRecipient(identity));
  const start = file.length - 3 * (CHUNK + 16);
  const step = Math.floor(file.length / 60);
  for (let at = 0; at < file.length; at += at < start ? 5 : step) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await assert.rejects(opened(changed, identity), { name: 'AgeError' }, `byte ${at}`);
  }
  const chunk = (n: number) =>
    file.subarray(start + n * (CHUNK + 16), start + (n + 1) * (CHUNK + 16));
  const head = file.subarray(0, start);
  const spoilt: Readonly<Record<string, Buffer>> = {
    cut: file.subarray(0, -1),
    'without its last chunk': file.subarray(0, start + 2 * (CHUNK + 16)),
    'without its first chunk': Buffer.concat([head, chunk(1), chunk(2)]),
    swapped: Buffer.concat([head, chunk(1), chunk(0), chunk(2)]),
    longer: Buffer.concat([file, Buffer.from('x')]),
    'longer by a chunk': Buffer.concat([file, chunk(2)]),
    header: file.subarray(0, 40),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(spoilt)) {
    await assert.rejects(opened(bytes, identity), { name: 'AgeError' }, name);
  }
  await assert.rejects(opened(file, await generateX25519Identity()), /another one/);
});

test('a file for a passphrase and for a key beside it is refused, whichever of the two opens it', async () => {
  const identity = await generateX25519Identity();
  const scrypt = new Stanza(['scrypt', 'c2FsdHNhbHRzYWx0c2FsdA', '10'], randomBytes(32));
  for (const scryptFirst of [true, false]) {
    const both = new Encrypter();
    const addOther = () => both.addRecipient({ wrapFileKey: () => [scrypt] });
    if (scryptFirst) addOther();
    both.addRecipient(await identityToRecipient(identity));
    if (!scryptFirst) addOther();
    const file = await both.encrypt(randomBytes(100));
    for (const key of [identity, 'five quiet harbours at dawn']) {
      await assert.rejects(opened(file, key), /no other recipients/);
    }
  }
});

test('what is encrypted for several public keys, each of their secret keys opens', async () => {
  const identities = [await generateX25519Identity(), await generateX25519Identity()];
  const recipients = await Promise.all(identities.map((each) => identityToRecipient(each)));
  const text = randomBytes(1000);
  const file = await sealed(text, `# the two of us\n${recipients.join('\r\n')}\n`);
  for (const identity of identities) {
    const reader = new Decrypter();
    reader.addIdentity(identity);
    assert.ok(Buffer.from(await reader.decrypt(file)).equals(text), 'by age');
    assert.ok((await opened(file, identity)).equals(text));
  }
});

test('a mistyped public key is none', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`;
  for (const text of [mistyped, `${recipient}q`, 'age1']) {
    assert.equal(bytesOfRecipient(text), undefined, text);
    assert.ok('problem' in sealingKeyIn(text, 'refuse'), text);
  }
  assert.ok(bytesOfRecipient(recipient.toUpperCase()));
});
