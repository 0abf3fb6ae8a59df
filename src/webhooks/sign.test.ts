import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { systemRandom } from '#kernel/ids.ts';
import { newSecret, signatureHeaders } from './sign.ts';

const now = () => Math.floor(Date.now() / 1000);

test('the library of Standard Webhooks takes what we sign, with each of the secrets that signed', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 3 }), (text, count) => {
      const secrets = Array.from({ length: count }, () => newSecret(systemRandom));
      const body = JSON.stringify({ text });
      const headers = signatureHeaders({ id: 'msg_1', timestamp: now(), body }, secrets);
      for (const secret of secrets) {
        assert.deepEqual(new Webhook(secret).verify(body, { ...headers }), { text });
      }
      assert.throws(() => new Webhook(newSecret(systemRandom)).verify(body, { ...headers }));
      assert.throws(() => new Webhook(secrets[0] ?? '').verify(`${body} `, { ...headers }));
    }),
    { numRuns: 50 },
  );
});

test('a message of another time is not taken: it could be somebody repeating it', () => {
  const secret = newSecret(systemRandom);
  const headers = signatureHeaders({ id: 'msg_1', timestamp: now() - 600, body: '{}' }, [secret]);
  assert.throws(() => new Webhook(secret).verify('{}', { ...headers }), /timestamp/i);
});
