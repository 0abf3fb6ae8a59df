import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressBytes, createNetworkSet, parseAddress, parseNetwork } from './addresses.ts';

const inside = (network: string, address: string): boolean => {
  const parsed = parseNetwork(network);
  const at = parseAddress(address);
  assert.ok(parsed && at);
  return createNetworkSet([parsed])(at);
};

test('one address has one spelling', () => {
  const spell = (text: string) => parseAddress(text)?.text;
  assert.equal(spell('2001:DB8:0:0::1'), '2001:db8::1');
  assert.equal(spell('0:0:0:0:0:ffff:102:304'), '1.2.3.4');
  assert.equal(spell('::FFFF:1.2.3.4'), '1.2.3.4');
  assert.equal(spell('fe80::1%eth0'), 'fe80::1');
  for (const text of ['', '1.2.3', '01.2.3.4', '1.2.3.4:80', '[::1]', 'localhost', '1::2::3']) {
    assert.equal(spell(text), undefined, text);
  }
});

test('a network matches by its leading bits and never across the families', () => {
  assert.equal(inside('10.0.0.0/8', '10.255.0.1'), true);
  assert.equal(inside('10.0.0.0/8', '11.0.0.1'), false);
  assert.equal(inside('10.0.0.0/8', '::ffff:10.1.1.1'), true);
  assert.equal(inside('::ffff:10.0.0.0/104', '10.1.1.1'), true);
  assert.equal(inside('::/8', '10.1.1.1'), false);
  assert.equal(inside('fd00::/8', 'fd12::1'), true);
  assert.equal(inside('192.0.2.7', '192.0.2.7'), true);
  assert.equal(inside('192.0.2.7', '192.0.2.8'), false);
});

test('what is not a network is refused', () => {
  for (const text of [
    '10.0.0.0/33',
    '::/129',
    '::ffff:0:0/95',
    '1.2.3.4/',
    '/8',
    '1.2.3.4/08',
    'x/8',
  ]) {
    assert.equal(parseNetwork(text), undefined, text);
  }
});

test('the bytes of an address spell the same address again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const address = parseAddress(text);
      assert.ok(address);
      const bytes = addressBytes(address);
      const again =
        address.family === 'ipv4'
          ? bytes.join('.')
          : Array.from({ length: 8 }, (_, i) =>
              (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
            ).join(':');
      assert.equal(bytes.length, address.family === 'ipv4' ? 4 : 16);
      assert.deepEqual(parseAddress(again), address);
    }),
  );
  for (const text of ['::', '::1', '1::', '::1.2.3.4', '2001:db8::1', '1:2:3:4:5:6:7:8']) {
    const address = parseAddress(text);
    assert.ok(address);
    assert.equal(addressBytes(address).length, 16, text);
  }
});
