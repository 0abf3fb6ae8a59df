import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/** The most steps of a review. */
export const MAX_STEPS = 3;
/** The most people that a step names. */
const MAX_REVIEWERS = 20;

type Asked =
  | { readonly by: 'people'; readonly people: readonly string[] }
  | { readonly by: 'group'; readonly group: string }
  /** The manager of the person who completed the form, or the manager's manager. */
  | { readonly by: 'manager' | 'second-manager' };

/** Who decides in one step of a review. Ids are those of users and groups. */
export type ReviewStep = Asked & {
  /** A user who may decide as well. */
  readonly deputy?: string;
  /** Whoever approves the step signs. */
  readonly signature?: true;
};

/**
 * How the forms of a version are reviewed. It is the member `review` of a definition, so that a form keeps the rules of
 * the version that it was begun with.
 */
export interface ReviewPolicy {
  readonly steps: readonly ReviewStep[];
  /** The group that decides where a step has nobody else: no active manager, or only the author. */
  readonly fallback?: string;
  /** Whether people may review the forms that they completed. */
  readonly own: boolean;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && UUID.test(value);

/** Returns the policy of a definition; undefined if its forms are not reviewed. */
export function reviewPolicyIn(definition: JsonObject): ReviewPolicy | undefined {
  const value = member(definition, 'review');
  return value === undefined ? undefined : readPolicy(value);
}

/** Returns whether whoever approves a step of the review has to sign. */
export const asksSignature = (definition: JsonObject, step: number): boolean =>
  reviewPolicyIn(definition)?.steps[step - 1]?.signature === true;

/** What a valid value is, for the fault of one that is not. */
export const POLICY_RULE = `{ steps, fallback, own } with 1 to ${MAX_STEPS} steps { by, people, group, deputy, signature }, and a fallback group unless every step has a group`;

/** Returns the policy that a value says; undefined if the value is not valid. */
export function readPolicy(value: JsonValue): ReviewPolicy | undefined {
  if (!isObject(value) || !hasOnly(value, ['steps', 'fallback', 'own'])) return undefined;
  const { steps, fallback, own = false } = value;
  if (!Array.isArray(steps) || steps.length < 1 || steps.length > MAX_STEPS) return undefined;
  if (fallback !== undefined && !isId(fallback)) return undefined;
  if (typeof own !== 'boolean') return undefined;
  const read = steps.flatMap((each: JsonValue) => readStep(each) ?? []);
  if (read.length !== steps.length) return undefined;
  const needsFallback = read.some(({ by }) => by !== 'group');
  if (needsFallback && fallback === undefined) return undefined;
  return { steps: read, ...(fallback !== undefined && { fallback }), own };
}

function readStep(value: JsonValue): ReviewStep | undefined {
  const known = ['by', 'people', 'group', 'deputy', 'signature'];
  if (!isObject(value) || !hasOnly(value, known)) return undefined;
  const { deputy, signature = false } = value;
  if (deputy !== undefined && !isId(deputy)) return undefined;
  if (typeof signature !== 'boolean') return undefined;
  const asked = readAsked(value);
  if (asked === undefined) return undefined;
  return {
    ...asked,
    ...(deputy !== undefined && { deputy }),
    ...(signature && { signature: true as const }),
  };
}

function readAsked({ by, people, group }: JsonObject): Asked | undefined {
  if (by === 'people' && group === undefined) {
    const ids = readPeople(people);
    return ids && { by, people: ids };
  }
  if (people !== undefined) return undefined;
  if (by === 'group') return isId(group) ? { by, group } : undefined;
  const isOfManager = by === 'manager' || by === 'second-manager';
  return isOfManager && group === undefined ? { by } : undefined;
}

function readPeople(people: JsonValue | undefined): readonly string[] | undefined {
  if (!Array.isArray(people)) return undefined;
  const ids = people.filter((each: JsonValue) => isId(each));
  const isWhole = ids.length === people.length && new Set(ids).size === ids.length;
  return isWhole && ids.length >= 1 && ids.length <= MAX_REVIEWERS ? ids : undefined;
}

const hasOnly = (value: JsonObject, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

/** Returns the ids of the users and groups that a policy names. */
export const reviewersIn = ({ steps, fallback }: ReviewPolicy) => ({
  users: steps.flatMap((step) => [
    ...(step.by === 'people' ? step.people : []),
    ...(step.deputy === undefined ? [] : [step.deputy]),
  ]),
  groups: [
    ...steps.flatMap((step) => (step.by === 'group' ? [step.group] : [])),
    ...(fallback === undefined ? [] : [fallback]),
  ],
});

/** Returns a definition without its policy: people without an account learn no ids of reviewers. */
export function withoutReview({ review: _, ...definition }: JsonObject): JsonObject {
  return definition;
}
