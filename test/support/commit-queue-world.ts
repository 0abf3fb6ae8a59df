// A model of everything around the commit queue: SQLite, timers, clients that arrive at any time, and a disk that loses
// the pages of a failed sync and reports success afterwards.
import assert from 'node:assert/strict';
import {
  type CommitQueue,
  type Delay,
  type Effect,
  EMPTY_QUEUE,
  type Ending,
  type Input,
  isFree,
  type step,
} from '#db/commit-queue.ts';

type Client = 'waiting' | 'open' | 'leaving' | 'ended' | 'undone' | 'over';
/** States of clients that wait for an answer, or keep others waiting. */
const UNTOLD: ReadonlySet<Client> = new Set(['waiting', 'open', 'leaving', 'ended']);

/** The queue, and everything around it that decides what can happen next. */
export interface World {
  queue: CommitQueue;
  /** By number of their transaction, from 0. */
  clients: Client[];
  unawaited: number[];
  /** The effect that must be answered next. */
  asked: Effect | undefined;
  /** Content of SQLite's open transaction, of the log, and of the part of the log that survives a power cut. */
  inside: number[] | undefined;
  log: number[];
  durable: number[];
  /** Content of the log when the sync began. */
  syncing: number[] | undefined;
  hasDiskFailed: boolean;
  timers: Delay[];
  isClosing: boolean;
  isShut: boolean;
}

export interface Event {
  readonly name: string;
  /** Whether it happens by itself; other events come from outside, or never. */
  readonly isDue: boolean;
  readonly input: Input;
  /** Changes the world before the queue gets the event. */
  happens?(world: World): void;
}

export const START: World = {
  queue: EMPTY_QUEUE,
  clients: [],
  unawaited: [],
  asked: undefined,
  inside: undefined,
  log: [],
  durable: [],
  syncing: undefined,
  hasDiskFailed: false,
  timers: [],
  isClosing: false,
  isShut: false,
};

const CAN_BE_ANSWERED: ReadonlySet<string> = new Set([
  'begin',
  'keep',
  'undo',
  'commit',
  'checkpoint',
]);
const ENDINGS: readonly Ending[] = ['commit', 'commit-unawaited', 'rollback'];
const cause = 'error';

function diskFails(world: World): void {
  world.hasDiskFailed = true;
}

/**
 * Returns the events that can happen next, with at most this many transactions. While SQLite works on the main thread,
 * nothing else can happen; while it waits for a lock, or for the log to be moved, other events can.
 */
export function eventsOf(world: World, transactions: number): readonly Event[] {
  const { asked } = world;
  const answers = asked ? answersOf(world, asked) : [];
  const isElsewhere = asked?.do === 'checkpoint' || (asked?.do === 'begin' && !asked.isInside);
  if (asked && !isElsewhere) return answers;
  return [
    ...answers,
    ...fromClients(world, transactions),
    ...fromDisk(world),
    ...fromTimers(world),
  ];
}

function answersOf(world: World, asked: Effect): readonly Event[] {
  const answer = (input: Input, happens?: (world: World) => void): Event => ({
    name: input.type,
    isDue: true,
    input,
    happens(next) {
      next.asked = undefined;
      happens?.(next);
    },
  });
  const id = world.clients.indexOf('leaving');
  switch (asked.do) {
    case 'begin':
      return [
        answer({ type: 'begun' }, (next) => {
          next.inside ??= [];
        }),
        answer({ type: 'not-begun', cause }),
      ];
    case 'keep':
      return [
        answer({ type: 'left' }, (next) => {
          next.inside?.push(id);
          next.clients[id] = 'ended';
        }),
        // Its writes stay until the transaction is rolled back.
        answer({ type: 'undone', cause }, (next) => {
          next.inside?.push(id);
          next.clients[id] = 'ended';
        }),
      ];
    case 'undo':
      return [
        answer({ type: 'left' }, (next) => {
          if (!asked.isInside) next.inside = undefined;
          next.clients[id] = 'undone';
        }),
        answer({ type: 'undone', cause }, (next) => {
          next.clients[id] = 'undone';
        }),
      ];
    case 'commit':
      return [
        answer({ type: 'committed' }, (next) => {
          next.log.push(...(next.inside ?? []));
          next.inside = undefined;
        }),
        answer({ type: 'not-committed', cause, isDiskFailed: false }),
        answer({ type: 'not-committed', cause, isDiskFailed: true }, diskFails),
      ];
    default:
      return [
        answer({ type: 'checkpointed' }),
        answer({ type: 'not-checkpointed', cause }, diskFails),
      ];
  }
}

function fromClients(world: World, transactions: number): readonly Event[] {
  const id = world.clients.length;
  const begin: Event = {
    name: 'begin',
    isDue: false,
    input: { type: 'begin', id },
    happens: (next) => void next.clients.push('waiting'),
  };
  const close: Event = {
    name: 'close',
    isDue: false,
    input: { type: 'close' },
    happens(next) {
      next.isClosing = true;
    },
  };
  const open = world.clients.indexOf('open');
  const ends = ENDINGS.map((how): Event => {
    const happens = (next: World): void => {
      next.clients[open] = how === 'rollback' ? 'undone' : 'ended';
      if (next.queue.failure === undefined) next.clients[open] = 'leaving';
      if (how === 'commit-unawaited') next.unawaited.push(open);
    };
    return { name: `end: ${how}`, isDue: true, input: { type: 'end', how }, happens };
  });
  const settles = world.unawaited.map(
    (each): Event => ({
      name: `settle ${each}`,
      isDue: false,
      input: { type: 'settle', ids: [each] },
    }),
  );
  return [
    ...(id < transactions ? [begin] : []),
    ...(world.isClosing ? [] : [close]),
    ...(open >= 0 ? ends : []),
    ...settles,
  ];
}

function fromDisk({ syncing }: World): readonly Event[] {
  if (!syncing) return [];
  const over = (next: World): void => {
    next.syncing = undefined;
  };
  return [
    {
      name: 'synced',
      isDue: true,
      input: { type: 'synced' },
      happens(next) {
        // After a failure, the disk reports success although the data is lost.
        if (!next.hasDiskFailed) next.durable = syncing;
        over(next);
      },
    },
    {
      name: 'not-synced',
      isDue: true,
      input: { type: 'not-synced', cause },
      happens(next) {
        diskFails(next);
        over(next);
      },
    },
  ];
}

function fromTimers({ timers }: World): readonly Event[] {
  return timers.map((delay) => ({
    name: delay,
    isDue: true,
    input: { type: 'timer', delay },
    happens(next) {
      next.timers = next.timers.filter((each) => each !== delay);
    },
  }));
}

/** Carries out an effect of the queue. @throws AssertionError for an effect that is not allowed */
function obey(world: World, effect: Effect): void {
  const { clients, inside, log, durable } = world;
  switch (effect.do) {
    case 'begin':
      assert.ok(!world.isShut && !world.hasDiskFailed, 'a transaction begins that can’t end well');
      assert.equal(effect.isInside, inside !== undefined, 'a savepoint is inside of a transaction');
      world.asked = effect;
      return;
    case 'keep':
    case 'undo':
      world.asked = effect;
      return;
    case 'commit':
    case 'checkpoint':
      assert.ok(!world.hasDiskFailed, 'the disk has failed and is asked again');
      assert.ok(!clients.includes('open'), 'a transaction is committed while it runs');
      assert.equal(inside !== undefined, effect.do === 'commit', 'there is nothing to commit');
      world.asked = effect;
      return;
    case 'sync':
      assert.equal(world.syncing, undefined, 'two syncs run at a time');
      world.syncing = [...log];
      return;
    case 'admit':
      assert.equal(clients.indexOf('waiting'), effect.id, 'somebody overtakes');
      assert.ok(!world.hasDiskFailed, 'a transaction reads after the disk failed');
      clients[effect.id] = 'open';
      return;
    case 'refuse':
      assert.equal(clients[effect.id], 'waiting', 'somebody is refused who does not wait');
      clients[effect.id] = 'undone';
      return;
    case 'rollback':
      world.inside = undefined;
      return;
    case 'wake':
      assert.ok(!world.timers.includes(effect.delay), 'a timer runs twice');
      world.timers = [...world.timers, effect.delay].sort();
      return;
    case 'shut':
      assert.ok(!clients.some((each) => UNTOLD.has(each)), 'somebody waits behind a closed door');
      assert.equal(inside, undefined, 'something is neither committed nor rolled back');
      assert.deepEqual([world.isShut, world.syncing], [false, undefined], 'it is not the end');
      world.isShut = true;
      return;
    case 'acknowledge':
      for (const id of effect.ids) {
        assert.equal(clients[id], 'ended', 'somebody is told twice, or before the end');
        clients[id] = 'over';
        if (!effect.failure) {
          assert.ok(durable.includes(id), 'somebody is told before the disk has it');
          assert.ok(!world.hasDiskFailed, 'somebody is told of success after the disk failed');
        } else if (effect.failure.why !== 'disk') {
          assert.ok(!log.includes(id), 'what was told to be undone is there');
        }
      }
  }
}

/** @throws AssertionError for a state that must not occur */
function assertSound(world: World): void {
  const { queue, clients, inside, log } = world;
  const knows = queue.failure !== undefined;
  assert.equal(knows, world.hasDiskFailed, 'reads go on after the disk failed, or stop before');
  if (isFree(queue)) assert.equal(inside, undefined, 'reads see what is not committed');
  for (const [id, client] of clients.entries()) {
    if (client !== 'undone') continue;
    assert.ok(!log.includes(id) && !inside?.includes(id), 'what was undone is there');
  }
}

/** Forgets everything that nothing depends on any more. */
function forget(world: World): void {
  const matters = (id: number): boolean => UNTOLD.has(world.clients[id] ?? 'over');
  world.clients = world.clients.map((client) => (UNTOLD.has(client) ? client : 'over'));
  world.unawaited = world.unawaited.filter(matters);
  world.log = world.log.filter(matters);
  world.durable = world.durable.filter(matters);
  world.syncing = world.syncing?.filter(matters);
}

/**
 * Returns the world after an event.
 * @param decide `step` of the queue, or a faulty version of it
 * @throws AssertionError for anything that must not happen
 */
export function after(world: World, event: Event, decide: typeof step): World {
  const next = structuredClone(world);
  event.happens?.(next);
  const { queue, effects } = decide(next.queue, event.input);
  next.queue = queue;
  for (const [index, effect] of effects.entries()) {
    assert.ok(!CAN_BE_ANSWERED.has(effect.do) || index === effects.length - 1, 'answers cross');
    obey(next, effect);
  }
  assertSound(next);
  forget(next);
  return next;
}

/** Returns whether nobody waits for anything. */
export const isQuiet = ({ clients, isClosing, isShut }: World): boolean =>
  isClosing === isShut && !clients.some((each) => UNTOLD.has(each));
