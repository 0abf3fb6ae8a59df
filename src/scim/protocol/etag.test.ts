import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bulkVersionHeader, formatTag, ifMatchAccepts, ifNoneMatchHits } from './etag.ts';

test('a tag is weak and holds the version, and a digest where something is derived', () => {
  assert.equal(formatTag(7), 'W/"7"');
  assert.equal(formatTag(7, 'abc'), 'W/"7.abc"');
});

test('If-None-Match hits the tag that was given, weak or not, in a list, or as *', () => {
  const tag = formatTag(7, 'abc');
  for (const header of [tag, '"7.abc"', `"x", ${tag}`, 'W/"x",W/"7.abc" , "y"', '*', ' * ']) {
    assert.equal(ifNoneMatchHits(header, tag), true, `${header}`);
  }
  for (const header of [
    undefined,
    '',
    '"7"',
    'W/"7.abd"',
    '7.abc',
    'w/"7.abc"',
    '"*"',
    'W/"7.abc',
  ]) {
    assert.equal(ifNoneMatchHits(header, tag), false, `${header}`);
  }
});

test('If-Match accepts the current version whatever its digest, and no other', () => {
  for (const header of [undefined, '*', '"7"', 'W/"7"', 'W/"7.abc"', '"1", W/"7.xyz"']) {
    assert.equal(ifMatchAccepts(header, 7), true, `${header}`);
  }
  for (const header of ['', '"8"', 'W/"70"', 'W/"77.abc"', '"x.7"', '7', 'junk', '"7', '""']) {
    assert.equal(ifMatchAccepts(header, 7), false, `${header}`);
  }
});

test('a header of many tags takes no time', () => {
  assert.equal(ifMatchAccepts('"x",'.repeat(100_000), 7), false);
});

test('the version of a bulk operation is taken as a tag, bare, or with the backslash of the RFC', () => {
  const accepts = (version: string | undefined) => ifMatchAccepts(bulkVersionHeader(version), 7);
  for (const version of ['W/"7"', '"7"', '7', ' W/"7.digest" ', 'W\\/"7"', '*', '', undefined]) {
    assert.equal(accepts(version), true, String(version));
  }
  for (const version of ['W/"6"', '6', 'x', 'W\\/"6"', '"7', 'W/"77"']) {
    assert.equal(accepts(version), false, version);
  }
});
