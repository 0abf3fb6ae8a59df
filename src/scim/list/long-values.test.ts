// A cursor holds the value that a page ended with. However long it is, and however many bytes its letters take, the
// next page is found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { fresh, type Scim, startScim } from '../../../test/support/scim.ts';

/** As many as are looked at when a list is sorted. */
const LENGTH = 512;
/** Letters of three and four bytes, what JSON writes with two characters and with six, and more than are looked at. */
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
        // It is indexed, so that it has at most 512 code units when it is folded.
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
    // What the limit of a cursor in paging.ts is made for.
    assert.ok(longest > 4096 && longest < 4352, String(longest));
    const tooLong = await scim.get(`/Users?count=1&cursor=${'A'.repeat(5000)}`);
    assert.equal(tooLong.at('scimType'), 'invalidCursor', tooLong.text);
    await scim.close();
  });
});

/** To the last page, and one back. */
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
