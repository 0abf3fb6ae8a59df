import { fail } from '#kernel/errors.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { type Members, type Shape, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { ruleDefinition } from '#questionnaires/definition/office.ts';
import { occurrencesOf } from '#recurrence/index.ts';
import type { Became, Rule, RuleAction, RuleSchedule } from './rule.ts';

/**
 * Checks what a rule waits for, and the fields that its actions name, against the definition of its template.
 * @throws AppError `invalid-value`
 */
export function checkTrigger(
  definition: JsonObject,
  { trigger, became, schedule, actions }: Pick<Rule, 'trigger' | 'became' | 'schedule' | 'actions'>,
): void {
  requireDetail('became', became !== undefined, trigger === 'value');
  requireDetail('schedule', schedule !== undefined, trigger === 'schedule');
  if (schedule)
    requireDetail('schedule.weekday', schedule.weekday !== undefined, schedule.every === 'week');
  if (became) checkBecame(definition, became);
  const members = shapesOf(definition);
  for (const [n, action] of actions.entries())
    checkFields(definition, members, action, `actions[${n}]`);
}

function checkFields(
  definition: JsonObject,
  members: Members,
  action: RuleAction,
  at: string,
): void {
  if (action.type === 'mail') {
    if (!members.has(action.field)) throw noField(`${at}.field`, action.field);
  }
  if (action.type !== 'set') return;
  const { field, value, from } = action;
  const shape = shapesOf(ruleDefinition(definition)).get(field);
  if (!shape) throw noField(`${at}.field`, field);
  requireDetail(`${at}.value`, value !== undefined, from === undefined);
  if (from !== undefined && !members.has(from)) throw noField(`${at}.from`, from);
  if (value !== undefined) checkValue(field, shape, value, `${at}.value`);
}

function requireDetail(at: string, isThere: boolean, isAsked: boolean): void {
  if (isThere === isAsked) return;
  throw isAsked
    ? fail('invalid-value', `This trigger needs ${at}.`, { at, because: { reason: 'missing' } })
    : fail('invalid-value', `${at} does not go with this trigger. Leave it out.`, {
        ...{ at, because: { reason: 'conflict' } },
      });
}

function checkBecame(definition: JsonObject, { field, value }: Became): void {
  const members = shapesOf(definition);
  const shape = members.get(field);
  if (shape === undefined) throw noField('became.field', field);
  // A field that only the office or rules fill in becomes a value, too.
  const { office: _, ...asked } = shape;
  checkValue(field, asked, value, 'became.value');
}

function checkValue(field: string, shape: Shape, value: JsonValue, at: string): void {
  const answer = shape.kind === 'choices' ? [value] : value;
  const { faults } = guardAnswers(new Map([[field, shape]]), { [field]: answer });
  const [fault] = faults;
  if (fault === undefined) return;
  throw fail('invalid-value', `The field can’t become this value: ${fault.text}`, {
    at,
    because: { reason: 'wrong-type' },
  });
}

const noField = (at: string, value: string) =>
  fail('invalid-value', `The template has no field “${value}”.`, {
    at,
    because: { reason: 'unknown-field', value },
  });

/** Returns when a schedule comes next, in milliseconds. Times that passed meanwhile are left out. */
export function nextTimeOf(
  { every, weekday, time }: RuleSchedule,
  timeZone: string,
  now: number,
): number | undefined {
  const start = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
  const rule =
    every === 'day'
      ? ({ frequency: 'daily' } as const)
      : ({ frequency: 'weekly', byDay: weekday === undefined ? [] : [{ day: weekday }] } as const);
  for (const { at } of occurrencesOf({ rule, start, time, timeZone })) if (at > now) return at;
  return undefined;
}
