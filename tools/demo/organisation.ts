import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/form.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Services } from '#services.ts';
import { type SetUpResult, setUpAccount } from '#sign-in/index.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import type { DemoClock } from './demo-clock.ts';
import { createDice } from './dice.ts';
import { type Assignee, DAYS, type FormAction, planActions, SAMPLES } from './form-actions.ts';
import {
  displayName,
  membersOf,
  NESTED,
  ORGANISATION,
  PEOPLE,
  type Person,
  personNamed,
  type Team,
} from './people.ts';
import { addRule } from './rules.ts';
import type { Sample } from './sample.ts';
import { addScheduledExports } from './scheduled-exports.ts';
import { personAttributes } from './scim-person.ts';
import { addSeries } from './series.ts';
import { dailyWorkReport } from './templates/daily-work-report.ts';
import { equipmentRepairRequest } from './templates/equipment-repair-request.ts';
import { materialRequest } from './templates/material-request.ts';
import { workOrder } from './templates/work-order.ts';
import { addWork } from './work.ts';

/** Gives the same people, templates and forms every time; only the dates depend on today. */
const SEED = 20_261_120;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A person as whom the reader can sign in. */
export interface SignIn {
  readonly what: string;
  readonly userName: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Organisation {
  readonly account: SetUpResult;
  /** Ids by userName, and ids by group name. */
  readonly userIds: ReadonlyMap<string, string>;
  readonly groupIds: ReadonlyMap<Team, string>;
  readonly signIns: readonly SignIn[];
  readonly forms: number;
}

interface Making {
  readonly services: Services;
  readonly clock: DemoClock;
  readonly tx: Tx;
  readonly account: SetUpResult;
  readonly userIds: Map<string, string>;
  readonly groupIds: Map<Team, string>;
}

/**
 * Creates the organisation through the domains' own functions, and sets the clock before each action, so that
 * histories, dates and claims are the same as if everything had really happened.
 * @param password for everybody who can sign in
 */
export async function makeOrganisation(
  services: Services,
  clock: DemoClock,
  password: string,
): Promise<Organisation> {
  const now = clock.now();
  const actions = planActions(createDice(SEED), now);
  clock.set(now - (DAYS + 2) * DAY_MS);
  const account = await setUpAccount(
    services,
    { accountName: ORGANISATION, userName: 'admin', password },
    async () => undefined,
  );
  const hashes = new Map(
    await Promise.all(
      SIGN_INS.map(
        async ([, name]) =>
          [personNamed(name).userName, await services.passwords.hash(password)] as const,
      ),
    ),
  );
  const made = await services.db.transaction(async (tx) => {
    const making = { services, clock, tx, account, userIds: new Map(), groupIds: new Map() };
    await addPeople(making, hashes);
    await addGroups(making);
    const templates = await publishTemplates(making);
    await doAll(making, templates, actions);
    await letGo(making, now);
    const begun = await assignWork(making, now);
    clock.set(now);
    await addRules(making, templates);
    return { ...making, begun, templates, signIns: await giveCredentials(making) };
  });
  await addRule(services, actorOf(made, personNamed('Maren Holt')), {
    repairs: made.templates.get(equipmentRepairRequest) ?? '',
    orders: made.templates.get(workOrder) ?? '',
    workshop: groupIdOf(made, 'Workshop'),
  });
  await addScheduledExports(services, actorOf(made, personNamed('Maren Holt')), {
    repairs: made.templates.get(equipmentRepairRequest) ?? '',
    reports: made.templates.get(dailyWorkReport) ?? '',
  });
  clock.run();
  const { userIds, groupIds, signIns, begun } = made;
  const forms = actions.filter(({ does }) => does === 'create').length + begun;
  return { account, userIds, groupIds, signIns, forms };
}

/** People with a password and an API credential, besides the break-glass admin. */
const SIGN_INS = [
  ['designer', 'Maren Holt'],
  ['crew member', 'Priya Nair'],
  ['workshop foreman', 'Fiona Baker'],
] as const;

const identityProvider = ({ account }: Making): Actor => ({
  accountId: account.accountId,
  userId: account.userId,
  via: 'scim',
});

async function addPeople(making: Making, hashes: ReadonlyMap<string, string>): Promise<void> {
  const { services, tx, userIds } = making;
  for (const [i, person] of PEOPLE.entries()) {
    const user = await services.directory.createUser(tx, identityProvider(making), {
      attributes: personAttributes(person, i, userIds),
      origin: 'provisioned',
      role: person.role,
      passwordHash: hashes.get(person.userName),
    });
    userIds.set(person.userName, user.id);
  }
}

async function addGroups(making: Making): Promise<void> {
  const { services, tx, groupIds } = making;
  // Nested groups come before the groups that contain them, so that they have an id.
  const teams: readonly Team[] = [
    'Night crew',
    'Field crews',
    'Management',
    'Office',
    'Workshop',
    'Stores',
  ];
  for (const team of teams) {
    const inside = [...NESTED].flatMap(([inner, outer]) => (outer === team ? [inner] : []));
    const { group } = await services.directory.createGroup(tx, identityProvider(making), {
      attributes: { displayName: team },
      members: [
        ...membersOf(team).map((person) => ({ value: idOf(making, person) })),
        ...inside.map((inner) => ({ value: groupIdOf(making, inner) })),
      ],
      origin: 'provisioned',
    });
    groupIds.set(team, group.id);
  }
}

async function publishTemplates(making: Making): Promise<ReadonlyMap<Sample, string>> {
  const { services, tx } = making;
  const by = actorOf(making, personNamed('Maren Holt'));
  const ids = new Map<Sample, string>();
  for (const sample of SAMPLES) {
    const { name, description, namePattern, definition, openTo } = sample;
    const groupIds = openTo.map((team) => groupIdOf(making, team));
    const template = await services.forms.createTemplate(tx, by, {
      name,
      description,
      namePattern,
      definition,
      groupIds,
    });
    await services.forms.publishTemplate(tx, by, template.id);
    // In this organisation, designers and admins work on all forms together.
    await services.forms.giveRights(tx, by, template.id, 'designers', ALL_RIGHTS);
    ids.set(sample, template.id);
  }
  return ids;
}

async function doAll(
  making: Making,
  templates: ReadonlyMap<Sample, string>,
  actions: readonly FormAction[],
): Promise<void> {
  const { services, tx, clock } = making;
  const { forms } = services;
  const ids = new Map<number, string>();
  for (const action of actions) {
    clock.set(action.at);
    const by = actorOf(making, action.by);
    const id = ids.get(action.form) ?? '';
    if (action.does === 'create') {
      const { form } = await forms.createForm(tx, by, {
        templateId: templates.get(action.sample) ?? '',
        assignment: assignmentOf(making, action.assignee),
        answers: action.answers,
        location: action.location,
      });
      ids.set(action.form, form.id);
    } else if (action.does === 'edit') {
      await forms.editForm(tx, by, id, { answers: action.answers });
    } else if (action.does === 'complete') await forms.completeUnchecked(tx, by, id);
    else await forms.reopenForm(tx, by, id);
  }
}

/** Deactivates the people who left; their forms stay. */
async function letGo(making: Making, now: number): Promise<void> {
  const { services, tx, clock } = making;
  for (const person of PEOPLE) {
    if (person.leftDaysAgo === undefined) continue;
    clock.set(now - person.leftDaysAgo * DAY_MS + 6 * HOUR_MS);
    const actor = identityProvider(making);
    await services.directory.setActive(tx, actor, idOf(making, person), false);
  }
}

/** Has the designer send inspections, and review them. @returns the number of forms that came of it */
function assignWork(making: Making, now: number): Promise<number> {
  const { accountId, userId } = making.account;
  const actor = (name: string): FormActor =>
    name === 'admin'
      ? { accountId, userId, role: 'admin', via: 'api' }
      : actorOf(making, personNamed(name));
  const [crews, office] = [groupIdOf(making, 'Field crews'), groupIdOf(making, 'Office')];
  return addWork({ ...making, lead: actor('Maren Holt'), actor, crews, office }, now);
}

/** Has the designer assign reports every working day, and a count of the stores every month. */
async function addRules(making: Making, templates: ReadonlyMap<Sample, string>): Promise<void> {
  const { services, tx, clock } = making;
  const assigned = {
    reports: templates.get(dailyWorkReport) ?? '',
    crews: groupIdOf(making, 'Field crews'),
    materials: templates.get(materialRequest) ?? '',
    stores: groupIdOf(making, 'Stores'),
  };
  const by = actorOf(making, personNamed('Maren Holt'));
  await addSeries(services, tx, by, assigned, clock.now());
}

async function giveCredentials(making: Making): Promise<readonly SignIn[]> {
  const { services, tx, account } = making;
  const actor: Actor = { accountId: account.accountId, userId: account.userId, via: 'api' };
  const others: SignIn[] = [];
  for (const [what, name] of SIGN_INS) {
    const person = personNamed(name);
    const made = await services.credentials.create(tx, actor, {
      name: `${displayName(person)}, demo`,
      actsAsUserId: idOf(making, person),
    });
    const { credentialId: clientId, clientSecret } = made;
    others.push({ what, userName: person.userName, clientId, clientSecret });
  }
  const { clientId, clientSecret } = account;
  return [{ what: 'admin', userName: 'admin', clientId, clientSecret }, ...others];
}

function actorOf(making: Making, person: Person): FormActor {
  const { accountId } = making.account;
  return { accountId, userId: idOf(making, person), role: person.role, via: 'api' };
}

function assignmentOf(making: Making, assignee: Assignee) {
  return 'person' in assignee
    ? { type: 'User' as const, id: idOf(making, assignee.person) }
    : { type: 'Group' as const, id: groupIdOf(making, assignee.team) };
}

function idOf({ userIds }: Making, { userName }: Person): string {
  const id = userIds.get(userName);
  if (id === undefined) throw new Error(`${userName} is not there yet`);
  return id;
}

function groupIdOf({ groupIds }: Making, team: Team): string {
  const id = groupIds.get(team);
  if (id === undefined) throw new Error(`the group ${team} is not there yet`);
  return id;
}
