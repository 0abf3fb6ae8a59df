// Who reviews the forms of a template: the member `review` of its definition, as people choose it.
import { type Definition, isList, isObject, type JsonObject, textOf } from './definition.ts';

export const MAX_STEPS = 3;
export const REVIEWERS = ['people', 'group', 'manager', 'second-manager'] as const;
export type Reviewers = (typeof REVIEWERS)[number];

/** A step that may not be complete yet: nobody is chosen. */
export interface Step {
  readonly by: Reviewers;
  readonly people: readonly string[];
  readonly group: string;
  readonly deputy: string;
  /** Whoever approves the step signs. */
  readonly signature: boolean;
}

export interface Review {
  readonly isOn: boolean;
  readonly steps: readonly Step[];
  /** The group that decides where a step has nobody else; '' for none. */
  readonly fallback: string;
  readonly own: boolean;
}

export const NEW_STEP: Step = {
  by: 'people',
  people: [],
  group: '',
  deputy: '',
  signature: false,
};

/** Returns the choices of a definition; those of one without review say that it is off. */
export function reviewIn(definition: JsonObject): Review {
  const { review } = definition;
  if (!isObject(review)) return { isOn: false, steps: [NEW_STEP], fallback: '', own: false };
  const { steps, fallback, own } = review;
  const read = (isList(steps) ? steps : []).filter(isObject).map(stepIn);
  return {
    isOn: true,
    steps: read.length > 0 ? read : [NEW_STEP],
    fallback: textOf(fallback),
    own: own === true,
  };
}

const stepIn = ({ by, people, group, deputy, signature }: JsonObject): Step => ({
  by: REVIEWERS.find((each) => each === by) ?? 'people',
  people: (isList(people) ? people : []).map(textOf).filter((id) => id !== ''),
  group: textOf(group),
  deputy: textOf(deputy),
  signature: signature === true,
});

/** Returns the definition with these choices. */
export function withReview(before: Definition, { isOn, steps, fallback, own }: Review): Definition {
  const { review: _, ...rest } = before;
  const definition = { ...rest, pages: before.pages };
  if (!isOn) return definition;
  const review = {
    steps: steps.map(({ by, people, group, deputy, signature }) => ({
      by,
      ...(by === 'people' && { people }),
      ...(by === 'group' && { group }),
      ...(deputy !== '' && { deputy }),
      ...(signature && { signature }),
    })),
    ...(fallback !== '' && { fallback }),
    ...(own && { own }),
  };
  return { ...definition, review };
}

/** Returns whether a step has nobody to decide in it yet. */
export const isOpen = ({ by, people, group }: Step): boolean =>
  (by === 'people' && people.length === 0) || (by === 'group' && group === '');

/** Returns whether a group has to decide where people and managers can't. */
export const needsFallback = ({ steps }: Review): boolean => steps.some(({ by }) => by !== 'group');
