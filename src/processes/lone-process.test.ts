// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Shares } from '#kernel/fair-queue.ts';
import { onBehalfOf } from '#kernel/on-behalf.ts';
import { createLoneProcess, type LoneProcess, ProcessEnded } from './lone-process.ts';

type Order = Readonly<Record<string, number>>;
type Answer = Readonly<Record<string, unknown>>;

const opened: LoneProcess<Order, Answer>[] = [];
after(() => Promise.all(opened.map((process) => process.close())));

const ONE: Shares = { atOnce: 1, ofAccount: 1, waiting: 200, waitingOfAccount: 50 };

const EXAMPLE = new URL('../../test/support/lone-example.ts', import.meta.url);

function start(timeoutMs = 20_000, shares = ONE, program = EXAMPLE): LoneProcess<Order, Answer> {
  const parse = (message: unknown): Answer => ({ ...Object(message) });
  const process = createLoneProcess<Order, Answer>({
    program,
    timeoutMs,
    shares,
    parse,
    idleMs: 50,
  });
  opened.push(process);
  return process;
}

async function ask(
  process: LoneProcess<Order, Answer>,
  order: Order,
  whose = 'a',
): Promise<Answer> {
  const line = await process.begin(whose);
  let done = false;
  try {
    line.send(order);
    const said = await line.receive();
    done = true;
    return said;
  } finally {
    line.end(done);
  }
}

test('it answers, is kept while it is needed, and ends when it is not', async () => {
  const process = start();
  const first = await ask(process, { pid: 1 });
  assert.deepEqual(await ask(process, { pid: 1 }), first);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.notDeepEqual(await ask(process, { pid: 1 }), first);
});

test('it has no setting of ours', async () => {
  globalThis.process.env['FORMSTEAD_MASTER_KEY'] = 'a secret';
  const { settings } = await ask(start(), { settings: 1 });
  delete globalThis.process.env['FORMSTEAD_MASTER_KEY'];
  assert.deepEqual(settings, []);
});

for (const [what, order] of Object.entries({
  'the V8 heap': { heap: 1 },
  'memory outside of it, without a pause': { native: 1 },
})) {
  test(`who takes too much of ${what} is killed, and the next is served`, async () => {
    const process = start();
    await assert.rejects(ask(process, order), ProcessEnded);
    assert.ok((await ask(process, { pid: 1 }))['pid']);
  });
}

test('who says nothing for too long is killed, who fails ends, and whoever stops listening is not waited for', async () => {
  await assert.rejects(ask(start(500), { silent: 1 }), ProcessEnded);
  // On a busy machine a process takes seconds to begin.
  const process = start();
  await assert.rejects(ask(process, { fail: 1 }), ProcessEnded);
  const line = await process.begin('a');
  line.send({ silent: 1 });
  await assert.rejects(line.receive(AbortSignal.timeout(100)), { name: 'TimeoutError' });
  line.end(false);
  assert.ok((await ask(process, { pid: 1 }))['pid']);
});

test('accounts take turns, and who brings too much is told so, while others still have a place', async () => {
  const process = start();
  const order: string[] = [];
  const asked = async (whose: string) => {
    const line = await process.begin(whose).catch(() => undefined);
    order.push(line ? whose : 'refused');
    line?.send({ pid: 1 });
    await line?.receive();
    line?.end(true);
  };
  // One has the turn, and fifty wait.
  const all = Array.from({ length: 52 }, () => asked('flood'));
  all.push(asked('another'));
  await Promise.all(all);
  assert.equal(order.filter((each) => each === 'refused').length, 1);
  assert.ok(order.indexOf('another') < 4, order.slice(0, 6).join());
  const accounts = Array.from({ length: 5 }, (_, i) => `account ${i}`);
  const many = accounts.flatMap((whose) => Array.from({ length: 50 }, () => asked(whose)));
  order.length = 0;
  await Promise.all(many);
  assert.equal(order.filter((each) => each === 'refused').length, 49);
  const few = ['flood', 'flood', 'flood', 'b', 'c'];
  order.length = 0;
  await Promise.all(few.map(asked));
  assert.deepEqual(order, ['flood', 'flood', 'b', 'c', 'flood']);
});

test('a process that the system does not start at all costs nobody their turn', async () => {
  // As `fork` throws when memory is short, it throws for a program that is no file.
  const process = start(20_000, ONE, new URL('https://forms.example/program.ts'));
  for (let time = 0; time < 2; time += 1) {
    const begun = process.begin('a').then(() => 'begun');
    const waited = new Promise((resolve) => setTimeout(resolve, 1000, 'waits for ever').unref());
    await assert.rejects(Promise.race([begun, waited]), { code: 'busy' });
  }
});

test('a second process is for another account alone', async () => {
  const process = start(20_000, { ...ONE, atOnce: 2 });
  const long = await process.begin('a');
  const ofAnother = await ask(process, { pid: 1 }, 'b');
  const ofSame = ask(process, { pid: 1 }, 'a');
  assert.deepEqual(await ask(process, { pid: 1 }, 'c'), ofAnother);
  long.send({ pid: 1 });
  const first = await long.receive();
  assert.notDeepEqual(first, ofAnother);
  long.end(true);
  assert.deepEqual(await ofSame, first);
});

test('a colleague has the next turn, however much somebody of the account has waiting', async () => {
  const process = start();
  const order: string[] = [];
  const asked = (person: string) =>
    onBehalfOf({ account: 'a', person }, async () => {
      await ask(process, { pid: 1 });
      order.push(person);
    });
  const all = [...Array.from({ length: 20 }, () => 'hog'), 'colleague', 'colleague'].map(asked);
  await Promise.all(all);
  assert.deepEqual(order.slice(0, 5), ['hog', 'hog', 'colleague', 'hog', 'colleague']);
});

test('a service that ends waits for nobody, and tells those who wait', async () => {
  for (const isRunning of [true, false]) {
    const process = start();
    const first = ask(process, { silent: 1 });
    if (isRunning) await new Promise((resolve) => setTimeout(resolve, 50));
    const waiting = ask(process, { pid: 1 });
    const ended = Promise.all([
      assert.rejects(first, { code: 'draining' }),
      assert.rejects(waiting, { code: 'draining' }),
    ]);
    const since = performance.now();
    await process.close();
    await ended;
    assert.ok(performance.now() - since < 10_000, 'it waited until the process was killed');
    await assert.rejects(process.begin('a'), { code: 'draining' });
  }
});
