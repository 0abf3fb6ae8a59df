import { createDirectory } from '#directory/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { insertList } from '#lists/lists.store.ts';
import { forgetWords, indexWords } from '#search/index.ts';
import type { Instance } from '../../support/instance.ts';
import { LIST_SHAPE } from '../../support/lists.ts';
import { ASKED, DESCRIBED, type KindJourney, read, type Words } from '../journey.ts';

/** The list that the fields of the journeys name. */
export const LIST_ID = '01890a5d-ac96-774b-bcce-b302099a8001';

const ROWS = [
  { code: 'D7', title: 'Dam 7' },
  { code: 'Ü=1', title: 'Überlauf "Süd", groß' },
  { code: '007', title: 'Bond' },
];

/** Stores the list of the journeys, unless it is there. */
export async function storeList({ services, account }: Instance): Promise<void> {
  const { db, lists } = services;
  const { accountId, userId } = account;
  const by = { accountId, userId, role: 'admin', via: 'web' } as const;
  await storePeople(services, accountId);
  await db.transaction(async (tx) => {
    const known = await tx
      .selectFrom('lists')
      .select('id')
      .where('id', '=', LIST_ID)
      .executeTakeFirst();
    if (known) return;
    await insertList(tx, {
      ...LIST_SHAPE,
      id: LIST_ID,
      accountId,
      name: 'Sites',
      version: 0,
      seq: 0,
      activeRows: 0,
      inactiveRows: 0,
      publicColumns: [],
      publicMark: 0,
      grants: [{ type: 'Role', id: 'everyone', manage: false }],
      revision: 1,
      createdBy: userId,
      createdAt: 0,
      updatedAt: 0,
    });
    await lists.writeRows(tx, by, LIST_ID, { rows: ROWS, deactivate: [] });
  });
}

/** The people whom the fields of the journeys name, and a group with the first two of them. */
const [FIRST, OLE, KIM, CREW] = ['9001', '9002', '9003', '9004'].map(
  (end) => `01890a5d-ac96-774b-bcce-b3020999${end}`,
);
export const ADA = String(FIRST);
const PEOPLE = [
  [ADA, 'Ada Lindqvist'],
  [OLE, 'Øle "Bolt" Ægir'],
  [KIM, 'Kim Oh'],
] as const;

async function storePeople(services: Instance['services'], accountId: string): Promise<void> {
  const { clock, audit, seal, db } = services;
  const by = { accountId, via: 'command-line' } as const;
  const known = await db.reader
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', ADA)
    .executeTakeFirst();
  if (known) return;
  const left = [...PEOPLE.map(([id]) => id), CREW];
  const ids = { next: () => String(left.shift()) };
  const directory = createDirectory({
    clock,
    ids,
    audit,
    seal,
    search: { indexWords, forgetWords },
  });
  await db.transaction(async (tx) => {
    for (const [id, displayName] of PEOPLE) {
      const attributes = { userName: String(id), displayName, active: true };
      await directory.createUser(tx, by, { attributes, origin: 'local', role: 'member' });
    }
    await directory.createGroup(tx, by, {
      attributes: { displayName: 'Crew' },
      members: [{ value: ADA }, { value: String(OLE) }],
      origin: 'local',
    });
  });
}

const row = (key: string, label: string, seq: number) => ({ key, label, seq });
const person = (key: string | undefined, label: string) => read(row(String(key), label, 0), label);
const [BY_ADA, BY_OLE, BY_KIM] = [
  person(ADA, 'Ada Lindqvist'),
  person(OLE, 'Øle "Bolt" Ægir'),
  person(KIM, 'Kim Oh'),
];

const LIST: JsonObject = { list: LIST_ID };
const chosen = (key: string, label: string, seq: number, reads: string | Words = label) =>
  read(row(key, label, seq), reads);

const DAM = chosen('D7', 'Dam 7', 1);
const BOND = chosen('007', 'Bond', 3);

export const LIST_JOURNEYS = {
  sharedlist: {
    type: 'DropDown',
    member: 'value',
    by: 'keys',
    always: LIST,
    right: [DAM, chosen('Ü=1', 'Überlauf "Süd", groß', 2), BOND],
    wrong: [
      { value: 'D9' },
      { value: 'Dam 7' },
      { value: true },
      { value: ['D7'] },
      { value: { key: 'D7' } },
      { value: row('D9', 'Dam 9', 1) },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      list: { set: LIST, right: [BOND, DAM] },
      placeholder: {
        set: { ...LIST, placeholder: 'Which dam?' },
        attribute: { name: 'placeholder', value: 'Which dam?' },
      },
    },
    conditions: {
      equal: { with: 'D7', shown: [DAM.value], hidden: [BOND.value, undefined] },
      notEqual: { with: 'D7', shown: [BOND.value], hidden: [DAM.value] },
      notEmpty: { shown: [DAM.value], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [DAM.value] },
    },
  },
  person: {
    type: 'DropDown',
    member: 'value',
    by: 'keys',
    right: [BY_ADA, BY_OLE, BY_KIM],
    wrong: [
      { value: 'Ada Lindqvist' },
      { value: LIST_ID },
      { value: true },
      { value: [ADA] },
      { value: { key: ADA } },
      { value: row(LIST_ID, 'Ada Lindqvist', 0) },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      group: {
        set: { group: String(CREW) },
        right: [BY_OLE, BY_ADA],
        wrong: [{ value: String(KIM) }],
      },
      placeholder: {
        set: { placeholder: 'Who was there?' },
        attribute: { name: 'placeholder', value: 'Who was there?' },
      },
    },
    conditions: {
      equal: { with: String(ADA), shown: [BY_ADA.value], hidden: [BY_OLE.value, undefined] },
      notEqual: { with: String(ADA), shown: [BY_OLE.value], hidden: [BY_ADA.value] },
      anyOf: {
        with: [String(ADA), String(KIM)],
        shown: [BY_ADA.value, BY_KIM.value],
        hidden: [BY_OLE.value, undefined],
      },
      notEmpty: { shown: [BY_ADA.value], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [BY_ADA.value] },
    },
  },
} as const satisfies Readonly<Record<string, KindJourney>>;
