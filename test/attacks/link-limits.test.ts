// Strangers who try to close a public link to everybody: by sends without a proof, by forms from many networks, and by
// files whose forms never come.
// Nightly: many uploads and proofs of work; public-links.test.ts tries the usual limits each day.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FILE_DEFINITION } from '../support/attachments.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { BEHIND_PROXY, from } from '../support/plain-http.ts';
import { allowPublicLinks, type MadeLink, makePublicLink, visit } from '../support/public-links.ts';

const ANSWERS = { site: 'Dam' };
const MIB = 1_048_576;
const said = (answer: Answer) => [answer.status, answer.at('reason') ?? answer.at('code')];
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A refusal names the moment at which its limit ends, and Retry-After is the same one. */
function assertEnds(node: Instance, answer: Answer, withinMs: number): void {
  const wait = Date.parse(String(answer.at('endsAt'))) - node.clock.now();
  assert.ok(wait > 0 && wait <= withinMs, `${wait} ${answer.text}`);
  const retryAfter = Number(answer.headers['retry-after']) * 1000;
  assert.ok(Math.abs(retryAfter - wait) <= 1000, answer.text);
  assert.match(String(answer.at('detail')), /It ends in \d+ (?:min|hours)\.$/);
}

forEachEngine((engine) => {
  const start = async (env: Readonly<Record<string, string>>) => {
    const node = await startInstance(engine, { env: { ...BEHIND_PROXY, ...env } });
    await allowPublicLinks(node);
    return node;
  };
  const make = async (node: Instance, settings = {}, definition = DEFINITION) =>
    makePublicLink(await adminBrowser(from(node, '203.0.113.250')), definition, settings);
  const send = async (node: Instance, link: MadeLink, ip: string) =>
    (await visit(from(node, ip), link.token)).answer(ANSWERS);

  describe('a stranger who begins visit after visit', () => {
    let node: Instance;
    before(async () => {
      node = await start({ FORMSTEAD_LIMIT_PUBLIC: '60' });
    });
    after(() => node.close());

    test('has the requests of one address for all of them together, and others have theirs', async () => {
      const link = await make(node);
      const statuses: number[] = [];
      for (const _ of range(4)) {
        const stranger = await visit(from(node, '10.9.0.1'), link.token);
        for (const _again of range(8)) statuses.push((await stranger.send('GET', 'form')).status);
      }
      assert.equal(statuses.filter((status) => status === 200).length, 32);
      const last = await visit(from(node, '10.9.0.1'), link.token);
      const refused = [];
      for (const _ of range(30)) refused.push((await last.send('GET', 'form')).status);
      assert.ok(refused.includes(429), String(refused));
      const other = await visit(from(node, '10.10.0.1'), link.token);
      assert.equal((await other.send('GET', 'form')).status, 200);
    });
  });

  describe('a link with a proof of work', () => {
    let node: Instance;
    before(async () => {
      node = await start({
        FORMSTEAD_LIMIT_LINK_SENDS: '600',
        FORMSTEAD_LIMIT_LINK_SENDS_PER_ADDRESS: '10',
      });
    });
    after(() => node.close());

    test('stays open to everybody after 600 sends without a valid proof from 60 networks', async () => {
      const link = await make(node, { proofOfWork: true });
      const statuses = new Set<number>();
      await Promise.all(
        range(60).map(async (i) => {
          const stranger = await visit(from(node, `10.${i}.0.1`), link.token);
          for (const j of range(10)) {
            const proof = { puzzle: `made up ${j}`, solution: j };
            const body = { answers: ANSWERS, ...(j % 2 === 0 && { proof }) };
            statuses.add((await stranger.send('POST', 'answers', { body })).status);
          }
        }),
      );
      assert.deepEqual([...statuses], [403]);
      for (const ip of ['192.0.2.9', '10.7.0.2']) {
        const sent = await send(node, link, ip);
        assert.equal(sent.status, 201, sent.text);
      }
    });
  });

  describe('a link without one', () => {
    let node: Instance;
    before(async () => {
      node = await start({
        FORMSTEAD_LIMIT_LINK_SENDS: '40',
        FORMSTEAD_LIMIT_LINK_SENDS_PER_ADDRESS: '8',
      });
    });
    after(() => node.close());

    test('tells an address that its own limit is reached, and until when', async () => {
      const link = await make(node);
      for (const _ of range(8)) assert.equal((await send(node, link, '192.0.2.1')).status, 201);
      const refused = await send(node, link, '192.0.2.1');
      assert.deepEqual(said(refused), [429, 'link-sends-address']);
      assert.match(refused.text, /internet connection has sent 8 forms within 10 minutes/);
      assertEnds(node, refused, 600_000);
    });

    test('gives a site with many addresses its share and no more', async () => {
      for (const addressOf of [
        (i: number) => `198.51.100.${i}`,
        (i: number) => `2001:db8:9:${i}::1`,
      ]) {
        const link = await make(node);
        for (const i of range(10)) assert.equal((await send(node, link, addressOf(i))).status, 201);
        const refused = await send(node, link, addressOf(77));
        assert.deepEqual(said(refused), [429, 'link-sends-site']);
        assertEnds(node, refused, 600_000);
        assert.equal((await send(node, link, '192.0.2.40')).status, 201);
      }
    });

    test('keeps a reserve for sites that have sent nothing when others have sent as much as it takes', async () => {
      const link = await make(node);
      const outcomes: string[] = [];
      // 30 of 40 are for everybody; five sites have sent more than a first form each when these are used up.
      for (const _ of range(7)) {
        for (const i of range(5))
          outcomes.push(said(await send(node, link, `172.16.${i}.1`)).join());
      }
      assert.equal(outcomes.filter((each) => each === '201,link-sends').length, 0);
      assert.equal(
        outcomes.filter((each) => each.startsWith('201')).length,
        30,
        outcomes.join(' '),
      );
      assert.equal(outcomes.filter((each) => each === '429,link-sends').length, 5);
      const refused = await send(node, link, '172.16.0.2');
      assert.deepEqual(said(refused), [429, 'link-sends']);
      assert.match(refused.text, /for all visitors together/);
      assertEnds(node, refused, 600_000);
      for (const i of range(10)) {
        assert.equal((await send(node, link, `172.17.${i}.1`)).status, 201, `first visit ${i}`);
      }
      assert.deepEqual(said(await send(node, link, '172.18.0.1')), [429, 'link-sends']);
    });
  });

  describe('a link that takes files', () => {
    let node: Instance;
    before(async () => {
      node = await start({
        FORMSTEAD_QUOTA_UPLOAD_MIB_PER_DAY: '40',
        FORMSTEAD_ATTACHMENT_MAX_MIB: '1',
      });
    });
    after(() => node.close());

    const upload = async (link: MadeLink, ip: string) => {
      const visitor = await visit(from(node, ip), link.token);
      const stored = await visitor.send('POST', 'files?field=photo&fileName=a.txt', {
        body: Buffer.alloc(MIB, 'a'),
        headers: { 'content-type': 'text/plain' },
      });
      const { id, name, type, size } = Object(stored.body);
      return {
        stored,
        answer: () => visitor.answer({ site: 'Dam', photo: [{ id, name, type, size }] }),
      };
    };
    const bytesToday = async ({ id }: MadeLink) => {
      const row = await node.services.db.reader
        .selectFrom('upload_days')
        .select('bytes')
        .where('user_id', '=', id)
        .executeTakeFirst();
      return Number(row?.bytes ?? 0);
    };

    test('counts files for its day when a form comes of them', async () => {
      const link = await make(node, {}, FILE_DEFINITION);
      const { stored, answer } = await upload(link, '192.0.2.1');
      assert.equal(stored.status, 201, stored.text);
      assert.equal(await bytesToday(link), 0);
      const sent = await answer();
      assert.equal(sent.status, 201, sent.text);
      assert.equal(await bytesToday(link), MIB);
    });

    test('goes on taking files of others after four addresses have uploaded what they may', async () => {
      const link = await make(node, {}, FILE_DEFINITION);
      const refusals = new Set<unknown>();
      let taken = 0;
      for (const _ of range(11)) {
        for (const i of range(4)) {
          const { stored } = await upload(link, `172.16.${i}.1`);
          if (stored.status === 201) taken += 1;
          else {
            refusals.add(stored.at('reason'));
            assertEnds(node, stored, 86_400_000);
          }
        }
      }
      assert.equal(taken, 30);
      assert.deepEqual([...refusals], ['link-uploads']);
      for (const i of range(12)) {
        const { stored, answer } = await upload(link, `192.0.${i}.1`);
        assert.equal(stored.status, 201, `${i} ${stored.text}`);
        const sent = await answer();
        assert.equal(sent.status, 201, sent.text);
      }
    });

    test('goes on taking files of others after four addresses have sent forms with what they may', async () => {
      const link = await make(node, {}, FILE_DEFINITION);
      const refusals = new Set<unknown>();
      for (const nth of range(40)) {
        const { stored, answer } = await upload(link, `172.16.${nth % 4}.1`);
        const last = stored.status === 201 ? await answer() : stored;
        if (last.status !== 201) refusals.add(last.at('reason'));
      }
      assert.deepEqual([...refusals], ['link-uploads-day']);
      assert.ok((await bytesToday(link)) <= 30 * MIB);
      for (const i of range(5)) {
        const { stored, answer } = await upload(link, `192.0.${i}.1`);
        assert.equal(stored.status, 201, `${i} ${stored.text}`);
        assert.equal((await answer()).status, 201);
      }
    });

    test('gives a site its share of the files of a day', async () => {
      const link = await make(node, {}, FILE_DEFINITION);
      for (const i of range(10)) {
        assert.equal((await upload(link, `198.51.100.${i}`)).stored.status, 201);
      }
      const { stored } = await upload(link, '198.51.100.77');
      assert.deepEqual(said(stored), [429, 'link-uploads-site']);
      assertEnds(node, stored, 86_400_000);
    });

    test('says that its own files of the day are used up, at the upload and when the form is sent', async () => {
      const link = await make(node, {}, FILE_DEFINITION);
      const late = await upload(link, '192.0.2.1');
      const { services, account } = node;
      const by = { accountId: account.accountId, userId: link.id, isLink: true };
      await services.db.transaction((tx) => services.quotas.takeUpload(tx, by, 40 * MIB));
      const refused = [(await upload(link, '192.0.2.2')).stored, await late.answer()];
      for (const each of refused) {
        assert.deepEqual(said(each), [429, 'link-uploads-day']);
        assert.match(each.text, /for all visitors together/);
      }
      const draft = await node.services.db.reader
        .selectFrom('forms')
        .select('id')
        .where('template_id', '=', link.templateId)
        .execute();
      assert.deepEqual(draft, []);
    });
  });
});
