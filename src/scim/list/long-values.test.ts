// A cursor holds the last sort value of its page. The next page is found however long that value is, and however many
// bytes its characters take.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { fresh, type Scim, startScim } from '../../../test/support/scim.ts';

/** The number of characters that sorting compares. */
const LENGTH = 512;
/** Characters of three and four bytes, ones that JSON writes with two and six characters, and a text over the limit. */
const LETTERS = ['語', '\u{1f600}', '"', '\u0001', 'x'.repeat(4), '\ufb03'];

forEachEngine((engine) => {
  test('a walk goes on behind the longest values of any script', async () => {
    const scim = await startScim(engine);
    const prefix = fresh('long');
    const names: string[] = [];
    for (const [i, letter] of LETTERS.entries()) {
      for (const end of ['a', 'b']) {
        const userName = `${prefix}-${i}${end}`;
        const title = `${letter.repeat(LENGTH - 1)}${end}`;
        // displayName is indexed, so it has at most 512 code units after folding.
        const units = Math.max(letter.length, letter.toUpperCase().length);
        const short = letter.repeat(Math.floor((LENGTH - 1) / units));
        const displayName = `${short}${end}`;
        await scim.addUser({ userName, title, displayName });
        names.push(userName);
      }
    }
    const filter = encodeURIComponent(`userName sw "${prefix}"`);
    let longest = 0;
    for (const sortBy of ['title', 'displayName']) {
      for (const order of ['ascending', 'descending']) {
        const base = `/Users?filter=${filter}&sortBy=${sortBy}&sortOrder=${order}&count=1`;
        const walked = await walk(scim, base);
        assert.deepEqual(walked.seen.toSorted(), names, `${sortBy} ${order}`);
        longest = Math.max(longest, walked.longest);
      }
    }
    // The limit of a cursor in paging.ts is based on this length.
    assert.ok(longest > 4096 && longest < 4352, String(longest));
    const tooLong = await scim.get(`/Users?count=1&cursor=${'A'.repeat(5000)}`);
    assert.equal(tooLong.at('scimType'), 'invalidCursor', tooLong.text);
    await scim.close();
  });
});

/** Reads to the last page, then one page back. */
async function walk(scim: Scim, base: string) {
  const seen: unknown[] = [];
  let longest = 0;
  let previous: unknown;
  for (let cursor: unknown = ''; cursor !== undefined; ) {
    const page = await scim.get(`${base}&cursor=${String(cursor)}`);
    assert.equal(page.status, 200, `${base}: ${page.text}`);
    seen.push(page.at('Resources', 0, 'userName'));
    cursor = page.at('nextCursor');
    previous = page.at('previousCursor');
    longest = Math.max(longest, String(cursor ?? '').length, String(previous ?? '').length);
  }
  const back = await scim.get(`${base}&cursor=${String(previous)}`);
  assert.equal(back.at('Resources', 0, 'userName'), seen.at(-2), back.text);
  return { seen, longest };
}
