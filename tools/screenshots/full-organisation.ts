// Makes the organisation of the demo as large as those that lists are made for.

import type { Actor } from '#kernel/actor.ts';
import type { Services } from '#services.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import type { DemoClock } from '../demo/demo-clock.ts';
import { createDice, type Dice } from '../demo/dice.ts';
import { SAMPLES } from '../demo/form-actions.ts';
import type { Organisation } from '../demo/organisation.ts';
import { MAIL_DOMAIN, type Person, personNamed } from '../demo/people.ts';
import { SITES } from '../demo/sites.ts';
import { materialRequest } from '../demo/templates/material-request.ts';

const SEED = 3;
const PEOPLE = 5000;
const FORMS = 3000;
const HOUR_MS = 3_600_000;
const DAYS = 60;
/** In one transaction: enough to be quick, and few enough that the others wait for moments. */
const BATCH = 500;

const GIVEN = ['Ana', 'Björn', 'Chidinma', 'Dolores', 'Emre', 'Françoise', 'Gábor', 'Hanako'];
const FAMILY = ['Abbott', 'Brandt', 'Castellanos', 'Dvořák', 'Eriksson', 'Fitzgerald', 'Gruber'];
/** Every seventh person and every ninth form has a name that is too long for its column. */
const LONG_FAMILY = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';
const LONG_TEMPLATE =
  'Inspection of the northern approach to the Coldwell river bridge and its second temporary support';

/** Adds people and forms to the organisation of the demo, the same ones every time, and leaves the clock running. */
export async function growOrganisation(
  services: Services,
  clock: DemoClock,
  organisation: Organisation,
): Promise<void> {
  const dice = createDice(SEED);
  const now = clock.now();
  await inBatches(PEOPLE - organisation.userIds.size, (from, to) =>
    addPeople(services, organisation, from, to),
  );
  await addLongTemplate(services, organisation);
  const templates = await templatesOf(services, organisation.account.accountId);
  const made = FORMS - organisation.forms;
  await inBatches(made, async (from, to) => {
    await services.db.transaction(async (tx) => {
      for (let n = from; n < to; n += 1) {
        // Oldest first, as they would have come; the last one is an hour old.
        clock.set(now - Math.ceil(((made - n) / made) * DAYS * 24) * HOUR_MS);
        const { by, input } = formOf(organisation, templates, dice, n);
        const { form } = await services.forms.createForm(tx, by, input);
        if (dice.chance(0.7)) await services.forms.completeUnchecked(tx, by, form.id);
      }
    });
  });
  clock.run();
}

async function inBatches(
  count: number,
  add: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) await add(from, Math.min(count, from + BATCH));
}

async function addPeople(
  { db, directory }: Services,
  { account }: Organisation,
  from: number,
  to: number,
): Promise<void> {
  const actor: Actor = { accountId: account.accountId, userId: account.userId, via: 'scim' };
  await db.transaction(async (tx) => {
    for (let n = from; n < to; n += 1) {
      const givenName = GIVEN[n % GIVEN.length] ?? '';
      const familyName = n % 7 === 0 ? LONG_FAMILY : (FAMILY[n % FAMILY.length] ?? '');
      const userName = `person.${n}@${MAIL_DOMAIN}`;
      await directory.createUser(tx, actor, {
        attributes: {
          userName,
          name: { givenName, familyName },
          displayName: `${givenName} ${familyName}`,
          emails: [{ value: userName, type: 'work', primary: true }],
          active: n % 11 !== 0,
        },
        origin: n % 5 === 0 ? 'local' : 'provisioned',
        role: 'member',
      });
    }
  });
}

async function addLongTemplate(
  { db, forms }: Services,
  { account, userIds }: Organisation,
): Promise<void> {
  const userId = userIds.get(personNamed('Maren Holt').userName) ?? '';
  const by = { accountId: account.accountId, userId, role: 'designer', via: 'api' } as const;
  await db.transaction(async (tx) => {
    const { id } = await forms.createTemplate(tx, by, {
      name: LONG_TEMPLATE,
      description: `${LONG_TEMPLATE}, to be filled in by two people before and after each shift.`,
      namePattern: `${LONG_TEMPLATE} {number}`,
      definition: materialRequest.definition,
      groupIds: [],
    });
    await forms.publishTemplate(tx, by, id);
    await forms.giveRights(tx, by, id, 'designers', ALL_RIGHTS);
    for (const userId of [...userIds.values()].slice(0, 6)) {
      await forms.giveRights(tx, by, id, userId, { ...ALL_RIGHTS, see: 'group', manage: false });
    }
  });
}

async function templatesOf(
  { db }: Services,
  accountId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.reader
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

function formOf(
  { account, userIds }: Organisation,
  templates: ReadonlyMap<string, string>,
  dice: Dice,
  n: number,
) {
  const isLong = n % 9 === 0;
  const sample = isLong ? materialRequest : dice.pick(SAMPLES);
  const person: Person = personNamed(dice.pick(['Maren Holt', 'Priya Nair', 'Fiona Baker']));
  const userId = userIds.get(person.userName) ?? '';
  const site = dice.pick(SITES);
  const at = Date.parse('2026-11-02');
  return {
    by: { accountId: account.accountId, userId, role: 'admin', via: 'api' } as const,
    input: {
      templateId: templates.get(isLong ? LONG_TEMPLATE : sample.name) ?? '',
      assignment: { type: 'User', id: userId } as const,
      answers: sample.answer({ dice, person, at, site }),
      location: undefined,
    },
  };
}
