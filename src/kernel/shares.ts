// What the work of a node waits for, and how it is shared (decision 90). docs/limits.md shows this table, and
// test/shares drives each row.
import { type Shares, UNSHARED } from './fair-queue.ts';

export interface SharedResource {
  /** What the work is. */
  readonly what: string;
  readonly shares: Shares;
  /** Why an account, or a person, has no share of it, or why a person has less than all of the account's. */
  readonly because?: string;
}

const UNBOUNDED = Number.POSITIVE_INFINITY;
const LONG =
  'Such work may take minutes and is not interrupted, so half of the share stays free for colleagues who come later.';
const ONE =
  'A process takes up to several hundred MiB, so an account has one, and its people take turns.';
const ROOM_OF_PROCESS = { waiting: 200, waitingOfAccount: 50 };
const RECEIVING: Shares = {
  atOnce: UNBOUNDED,
  ofAccount: 4,
  ofPerson: 2,
  waitingOfAccount: 50,
};

/** Scans with SQLite: threads that read, one of them for other accounts. */
export const readersOf = (cores: number): Shares => {
  const ofAccount = Math.max(1, cores - 1);
  return { atOnce: ofAccount + 1, ofAccount, waiting: 256, waitingOfAccount: 128 };
};

/** Passwords that are set, and codes of public links: threads that hash. A sign-in waits for one of these at most. */
export const hashersOf = (threads: number): Shares => {
  const atOnce = Math.min(threads, 8);
  return { atOnce, ofAccount: atOnce, waiting: 512, waitingOfAccount: 64 };
};

const shared = <K extends string>(
  resources: Readonly<Record<K, SharedResource>>,
): Readonly<Record<K, SharedResource>> => resources;

/** The shares of each resource; where they depend on the machine, those of a machine with four cores. */
export const SHARES = shared({
  sqliteScans: {
    what: 'Searches, filters, lists and summaries that read many rows, with SQLite: threads, as many as cores',
    shares: readersOf(4),
  },
  postgresScans: {
    what: 'Searches, filters, lists and summaries that read many rows, with PostgreSQL: connections',
    shares: { atOnce: 8, ofAccount: 6, waiting: 256, waitingOfAccount: 128 },
  },
  /** While all of them wait for one lock, reads still have connections. */
  postgresWrites: {
    what: 'Changes, with PostgreSQL: connections',
    shares: { atOnce: 14, ofAccount: 10, waiting: 500, waitingOfAccount: 300 },
  },
  postgresReads: {
    what: 'Other reads, with PostgreSQL: connections',
    shares: { atOnce: 12, ofAccount: 8 },
  },
  sqliteWrites: {
    what: 'Changes, with SQLite: the turn to write',
    shares: UNSHARED,
    because:
      'One change is made at a time and takes milliseconds. Accounts and their people take turns.',
  },
  steps: {
    what: 'Steps of long requests on the thread that serves everybody',
    shares: UNSHARED,
    because:
      'One step of some milliseconds is taken in a round. Accounts and their people take turns.',
  },
  engine: {
    what: 'Checking answers and calculating fields: threads of the forms engine',
    shares: { atOnce: 3, ofAccount: 2, waiting: 300, waitingOfAccount: 100 },
  },
  pdfs: {
    what: 'Drawing PDFs: processes',
    shares: { atOnce: 3, ofAccount: 2, ofPerson: 1, ...ROOM_OF_PROCESS },
    because: LONG,
  },
  pictures: {
    what: 'Decoding pictures and logos: processes',
    shares: { atOnce: 2, ofAccount: 1, ...ROOM_OF_PROCESS },
    because: ONE,
  },
  fonts: {
    what: 'Checking fonts: processes',
    shares: { atOnce: 2, ofAccount: 1, ...ROOM_OF_PROCESS },
    because: ONE,
  },
  papers: {
    what: 'Reading PDFs that become the paper of forms: processes',
    shares: { atOnce: 2, ofAccount: 1, ...ROOM_OF_PROCESS },
    because: ONE,
  },
  templateFiles: {
    what: 'Reading files that become templates: processes',
    shares: { atOnce: 2, ofAccount: 1, ...ROOM_OF_PROCESS },
    because: ONE,
  },
  receivingTemplateFiles: {
    what: 'Receiving files that become templates',
    shares: RECEIVING,
    because: LONG,
  },
  receivingLogos: {
    what: 'Receiving logos',
    shares: RECEIVING,
    because: LONG,
  },
  receivingFonts: {
    what: 'Receiving fonts',
    shares: RECEIVING,
    because: LONG,
  },
  receivingPapers: {
    what: 'Receiving PDFs that become the paper of forms',
    shares: RECEIVING,
    because: LONG,
  },
  receivingListFiles: {
    what: 'Receiving files of rows for shared lists',
    shares: { atOnce: UNBOUNDED, ofAccount: 4, ofPerson: 2, waitingOfAccount: 8 },
    because: LONG,
  },
  listFiles: {
    what: 'Reading files of rows for shared lists',
    shares: { atOnce: 3, ofAccount: 2, ofPerson: 1, waiting: 40, waitingOfAccount: 8 },
    because: LONG,
  },
  smallExports: {
    what: 'Exports of up to 2,000 forms, 200 as PDF',
    shares: { atOnce: 4, ofAccount: 2, ofPerson: 1 },
    because: LONG,
  },
  largeExports: {
    what: 'Larger exports',
    shares: { atOnce: 6, ofAccount: 2, ofPerson: 1 },
    because: LONG,
  },
  bulkActs: {
    what: 'Actions on many forms: 50 forms or five seconds of one action',
    shares: { atOnce: 2, ofAccount: 1 },
    because:
      'Each action goes behind the others after its turn, so that an account needs one at a time.',
  },
  rules: {
    what: 'Rules that run for something that happened to a form',
    shares: { atOnce: 4, ofAccount: 2 },
    because:
      'A template has a share, and people have none: what happens to its forms has rules run in its order.',
  },
  mail: {
    what: 'Letters',
    shares: { atOnce: 6, ofAccount: 4 },
  },
  notices: {
    what: 'Notices: giving people theirs of what happened',
    shares: { atOnce: 4, ofAccount: 2 },
  },
  pushes: {
    what: 'News that are pushed to browsers',
    shares: { atOnce: 32, ofAccount: 16, ofPerson: 2 },
    because:
      'A push service may take ten seconds to answer, so half of the share stays free for colleagues.',
  },
  deliveries: {
    what: 'Deliveries to webhooks',
    shares: { atOnce: 64, ofAccount: 32, ofPerson: 4 },
    because:
      'A webhook has a share, and people have none: its receiver gets events of everybody in their order, four at once, so that it is not overrun.',
  },
  hashes: {
    what: 'Passwords that are set, and codes of public links: threads',
    shares: hashersOf(3),
  },
  /** Both together are less than the queue of the password hashing, so that it refuses nobody from there. */
  strangersSignIns: {
    what: 'Sign-ins from new addresses',
    shares: { atOnce: 32, ofAccount: 8, waiting: 64, waitingOfAccount: 16 },
    because:
      'Whose account it is, is not known yet. Sites (an IPv4 address, or a /48 of IPv6) have the shares, and their networks take turns.',
  },
  knownSignIns: {
    what: 'Sign-ins from addresses that are known for the person',
    shares: { atOnce: 16, ofAccount: 8, waiting: 128, waitingOfAccount: 64 },
    because: 'Like those from new addresses.',
  },
  largeBodies: {
    what: 'Requests with bodies above 128 KiB',
    shares: { atOnce: UNBOUNDED, ofAccount: 2, ofPerson: 1 },
    because: 'A body may come slowly, so half of the share stays free for colleagues.',
  },
});

/** The work that others wait for and that has no shares, with the reason. */
export const UNSPLIT: Readonly<Record<string, string>> = {
  'Signing tokens':
    'A token takes less than a millisecond; requests for tokens have limits by client and address.',
  'Audit events and the request log':
    'Nobody waits for others: events of many requests are stored together.',
  'The provisioning log':
    'Nobody waits for it. Each account has its own room, and accounts take turns; its callers are programs of one identity provider.',
  'Links for forgotten passwords':
    'People who ask for one are not known yet: networks and sites have shares of the room, then accounts take turns.',
  'Reading and writing stored files':
    'They are streams, each as slow as its own network; the storage of files answers all of them side by side.',
  'Jobs by the clock':
    'They are work of the service and have the share of one account of their own.',
};
