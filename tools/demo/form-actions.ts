import type { JsonObject } from '#kernel/json.ts';
import type { Dice } from './dice.ts';
import { everybodyIn, managerOf, PEOPLE, type Person, type Team, teamOf } from './people.ts';
import { dayOf, type Sample } from './sample.ts';
import { type Location, near, SITES, YARD } from './sites.ts';
import { absence } from './templates/absence.ts';
import { dailyWorkReport } from './templates/daily-work-report.ts';
import { equipmentRepairRequest } from './templates/equipment-repair-request.ts';
import { materialRequest } from './templates/material-request.ts';
import { workOrder } from './templates/work-order.ts';

export const SAMPLES: readonly Sample[] = [
  workOrder,
  dailyWorkReport,
  equipmentRepairRequest,
  absence,
  materialRequest,
];

/** The assignee of a form. */
export type Assignee = { readonly person: Person } | { readonly team: Team };

/** An action on a form. A form has a number here until it has an id. */
export type FormAction = { readonly at: number; readonly form: number; readonly by: Person } & (
  | {
      readonly does: 'create';
      readonly sample: Sample;
      readonly assignee: Assignee;
      readonly answers: JsonObject;
      readonly location: Location | undefined;
    }
  | { readonly does: 'edit'; readonly answers: JsonObject }
  | { readonly does: 'complete' }
  | { readonly does: 'reopen' }
);

/** The people of one kind of form: who starts it, who gets it and who completes it. */
interface Route {
  starts(dice: Dice): Person;
  isFor(dice: Dice, by: Person): Assignee;
  finishes(dice: Dice, by: Person, assignee: Assignee): Person;
  /** Minimum and maximum hours until it is completed. */
  readonly takes: readonly [least: number, most: number];
  /** The earliest hour of the day (UTC) at which one is started. */
  readonly from: number;
  /** Whether the user who starts it fills in only the beginning. */
  readonly shared: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const DAYS = 730;

const isHere = (person: Person): boolean => person.leftDaysAgo === undefined;
const oneOf = (dice: Dice, people: readonly Person[]): Person => dice.pick(people.filter(isHere));
const assigned = (dice: Dice, assignee: Assignee): Person =>
  'person' in assignee ? assignee.person : oneOf(dice, everybodyIn(assignee.team));

const dispatchers = teamOf('Office').filter(({ title }) => /Dispatcher|Office/.test(title));
const field = everybodyIn('Field crews');

const ROUTES: ReadonlyMap<Sample, Route> = new Map([
  [
    workOrder,
    {
      starts: (dice) => dice.pick(dispatchers),
      isFor: (dice) =>
        dice.chance(0.4)
          ? { team: dice.pick<Team>(['Field crews', 'Field crews', 'Night crew']) }
          : { person: oneOf(dice, field) },
      finishes: (dice, _, assignee) => assigned(dice, assignee),
      takes: [20, 220],
      from: 6,
      shared: true,
    },
  ],
  [
    dailyWorkReport,
    {
      starts: (dice) => dice.pick(field),
      isFor: (_, by) => ({ person: by }),
      finishes: (_, by) => by,
      takes: [1, 4],
      from: 13,
      shared: false,
    },
  ],
  [
    equipmentRepairRequest,
    {
      starts: (dice) => oneOf(dice, [...field, ...teamOf('Workshop'), ...teamOf('Stores')]),
      isFor: () => ({ team: 'Workshop' }),
      finishes: (dice, _, assignee) => assigned(dice, assignee),
      takes: [10, 190],
      from: 6,
      shared: true,
    },
  ],
  [
    absence,
    {
      starts: (dice) => oneOf(dice, PEOPLE.filter(managerOf)),
      isFor: (_, by) => ({ person: managerOf(by) ?? by }),
      finishes: (dice, _, assignee) => assigned(dice, assignee),
      takes: [5, 100],
      from: 8,
      shared: false,
    },
  ],
  [
    materialRequest,
    {
      starts: (dice) => oneOf(dice, [...field, ...teamOf('Workshop')]),
      isFor: () => ({ team: 'Stores' }),
      finishes: (dice, _, assignee) => assigned(dice, assignee),
      takes: [6, 90],
      from: 6,
      shared: false,
    },
  ],
]);

/** Plans the actions on all forms in the two years before `now`, oldest first. */
export function planActions(dice: Dice, now: number): readonly FormAction[] {
  const kinds = SAMPLES.flatMap((sample) => Array.from({ length: sample.count }, () => sample));
  const reported = new Set<string>();
  return kinds
    .flatMap((sample, form) => {
      let actions = planForm(dice, now, sample, form);
      if (sample !== dailyWorkReport) return actions;
      while (reported.has(shiftOf(actions))) actions = planForm(dice, now, sample, form);
      reported.add(shiftOf(actions));
      return actions;
    })
    .sort((a, b) => a.at - b.at || a.form - b.form);
}

/** Identifies a person and a day: nobody writes two reports for the same day. */
function shiftOf([start]: readonly FormAction[]): string {
  return start ? `${start.by.userName} ${dayOf(start.at)}` : '';
}

function planForm(dice: Dice, now: number, sample: Sample, form: number): readonly FormAction[] {
  const route = ROUTES.get(sample);
  if (!route) throw new Error(`nobody fills in ${sample.name}`);
  const by = route.starts(dice);
  const at = moment(dice, now, by, route.from);
  const site = sample === equipmentRepairRequest ? YARD : dice.pick(SITES);
  const assignee = route.isFor(dice, by);
  const answers = sample.answer({ dice, person: by, at, site });
  const begun = beginning(answers, route.shared ? 0.4 : 0.8);
  const started: FormAction = {
    at,
    form,
    by,
    does: 'create',
    sample,
    assignee,
    answers: begun,
    location: sample.onSite && dice.chance(0.85) ? near(dice, site) : undefined,
  };
  const finisher = route.finishes(dice, by, assignee);
  const takes = dice.int(route.takes[0] * 60, route.takes[1] * 60) * 60_000;
  const doneAt = awake(at + takes, finisher);
  // Some forms are never completed, and actions after `now` have not happened.
  if (dice.chance(0.12) || doneAt > now - HOUR_MS) return [started];
  const done = { form, by: finisher };
  return [
    started,
    { ...done, at: at + Math.floor((doneAt - at) * 0.9), does: 'edit', answers },
    { ...done, at: doneAt, does: 'complete' },
    ...second(dice, now, { ...done, at: doneAt }),
  ];
}

/** Reopens a few forms for a correction, and completes some of those again. */
function second(dice: Dice, now: number, done: Omit<FormAction, 'does'>): readonly FormAction[] {
  const designer = dice.pick(designers);
  const reopenedAt = awake(done.at + dice.int(2, 40) * HOUR_MS, designer);
  if (!dice.chance(0.06) || reopenedAt > now - HOUR_MS) return [];
  const { form, by } = done;
  const reopened: FormAction = { form, by: designer, at: reopenedAt, does: 'reopen' };
  const againAt = awake(reopenedAt + dice.int(1, 30) * HOUR_MS, by);
  if (!dice.chance(0.6) || againAt > now - HOUR_MS) return [reopened];
  return [reopened, { form, by, at: againAt, does: 'complete' }];
}

const designers = PEOPLE.filter(({ role }) => role === 'designer');

/** Returns a time on a working day of the last two years, before the person left. */
function moment(dice: Dice, now: number, person: Person, from: number): number {
  const latest = person.leftDaysAgo ?? 0;
  const night = person.team === 'Night crew';
  for (;;) {
    const day = Date.parse(dayOf(now - dice.int(latest, DAYS - 1) * DAY_MS));
    const hour = night ? dice.int(19, 23) : dice.int(from, 16);
    const at = day + hour * HOUR_MS + dice.int(0, 3599) * 1000 + dice.int(0, 999);
    const weekend = [0, 6].includes(new Date(at).getUTCDay());
    const inTime = at < now - latest * DAY_MS - HOUR_MS && at > now - DAYS * DAY_MS;
    if (inTime && (!weekend || dice.chance(0.1))) return at;
  }
}

/** Moves a time to the next morning, unless the person works at night or it is daytime. */
function awake(at: number, person: Person): number {
  const hour = new Date(at).getUTCHours();
  if (person.team === 'Night crew' || (hour >= 6 && hour < 19)) return at;
  return at + ((31 - hour) % 24) * HOUR_MS;
}

function beginning(answers: JsonObject, part: number): JsonObject {
  const all = Object.entries(answers);
  return Object.fromEntries(all.slice(0, Math.ceil(all.length * part)));
}
