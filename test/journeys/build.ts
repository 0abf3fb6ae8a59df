// Templates for journeys, made with the builder's own functions, as its page calls them.

import type { JsonObject } from '#kernel/json.ts';
import { compile } from '#web/builder/conditions.ts';
import {
  type Definition,
  emptyDefinition,
  type Field,
  fieldAt,
  type Path,
} from '#web/builder/definition.ts';
import { addField, change } from '#web/builder/edit.ts';
import { isStaticKind, KINDS, type Kind, newField } from '#web/builder/kinds.ts';
import { nameFrom } from '#web/builder/names.ts';
import { NOTHING_PUBLISHED } from '#web/builder/published.ts';
import { followTitle } from '#web/builder/retitle.ts';
import type { KindJourney, PropertyJourney, Sample, Wrong, WrongFiles } from './journey.ts';
import { JOURNEYS } from './table.ts';

/** A field of a template, and its answers. */
export interface Asked {
  /** The kind whose journey it belongs to. */
  readonly of: Kind;
  readonly kind: Kind;
  readonly journey: KindJourney;
  /** The name that the builder gave it. */
  readonly name: string;
  readonly title: string;
  /** The property under test; empty for a plain field, undefined for a field that other fields use. */
  readonly named: string | undefined;
  readonly property: PropertyJourney | undefined;
  /** Whether a condition hides it from everybody. */
  readonly isHidden: boolean;
  /** The first answer. */
  readonly first: Sample;
  /** The answer after the form is reopened. */
  readonly later: Sample;
  readonly wrong: readonly Wrong[];
  readonly wrongFiles: WrongFiles;
}

export interface Built {
  readonly definition: Definition;
  readonly asked: readonly Asked[];
}

interface Plan extends Omit<Asked, 'name'> {
  readonly set: JsonObject;
  /** The section that contains it. */
  readonly section?: { readonly title: string; readonly set: JsonObject };
  /** The heading or text above it. */
  readonly above?: { readonly kind: Kind; readonly title: string; readonly set: JsonObject };
}

/** Builds a template with a field for every right answer of the kinds, and more fields for each of their properties. */
export const builtOf = (kinds: readonly Kind[]): Built =>
  build([...switched(), ...kinds.flatMap(plansOf)]);

/** Builds a template with a plain field of each kind, and the fields that it uses. */
export const oneOfEach = (kinds: readonly Kind[]): Built =>
  build(
    kinds.flatMap((kind) => {
      const plans = plansOf(kind);
      const [first] = plans.filter(({ named }) => named === '');
      return [...givenTo(kind, JOURNEYS[kind]), ...(first === undefined ? [] : [shortened(first)])];
    }),
  );

/** Keeps only one row of an answer with several, because each row takes long to type. */
function shortened(plan: Plan): Plan {
  const { kind, first, later } = plan;
  // The template gives the rows of some tables.
  const isFixed = kind === 'matrixdropdown' || kind === 'matrix';
  if (isFixed || !('rows' in first) || !('rows' in later)) return plan;
  return {
    ...plan,
    first: { rows: first.rows.slice(0, 1) },
    later: { rows: later.rows.slice(0, 1) },
  };
}

/**
 * Builds a template with a field of the kind for each right answer, plain (`property` is empty) or with that property.
 */
export const builtWith = (kind: Kind, property: string): Built =>
  build([
    ...(property === 'visibleIf' ? switched() : []),
    ...plansOf(kind).filter(({ named }) => named === property || named === undefined),
  ]);

/** Builds a template with every field that has a default value. */
export const builtFilled = (): Built =>
  build(KINDS.flatMap(plansOf).filter(({ property }) => property?.filled !== undefined));

/** Returns the fields of one kind, each with a unique title. */
function plansOf(kind: Kind): readonly Plan[] {
  const journey = JOURNEYS[kind];
  if (kind === 'panel') return sectionsOf(journey);
  if (isStaticKind(kind)) return belowStatic(kind, journey);
  const { always = {}, right, wrong, wrongFiles = [] } = journey;
  const plainly = journey.small ?? { set: always, right, wrong };
  const common = { ...PLAIN, of: kind, kind, journey };
  const plain = turns(right, journey).map(([first, later], i): Plan => {
    const refused = i === 0 ? { wrong, wrongFiles } : {};
    return { ...common, ...refused, title: `${kind} ${i + 1}`, first, later, set: always };
  });
  const particular = Object.entries(journey.properties).flatMap(([named, property]) => {
    const pairs = turns(property.right ?? plainly.right, journey);
    return pairs.slice(0, property.right?.length ?? 1).map(([first, later], i): Plan => {
      const wrongs = [...plainly.wrong, ...(property.wrong ?? [])];
      const refused =
        i === 0 ? { wrong: wrongs, wrongFiles: property.wrongFiles ?? wrongFiles } : {};
      const set = { ...plainly.set, ...property.set };
      const title = `${kind} ${named} ${i + 1}`;
      return { ...common, ...refused, title, named, property, first, later, set };
    });
  });
  return [...givenTo(kind, journey), ...plain, ...particular, ...hiddenOf(kind, journey)];
}

/** Returns a field that a condition hides from everybody. */
function hiddenOf(kind: Kind, journey: KindJourney): readonly Plan[] {
  const { always = {}, right, wrong, wrongFiles = [] } = journey;
  const plainly = journey.small ?? { set: always, right, wrong };
  const [first, later = first] = plainly.right;
  if (first === undefined || later === undefined) return [];
  const title = `${kind} visibleIf 1`;
  const set = { ...plainly.set, ...HIDDEN };
  const refused = { wrong: plainly.wrong, wrongFiles };
  const hidden = { named: 'visibleIf', isHidden: true, title, first, later, set, ...refused };
  return [{ ...PLAIN, of: kind, kind, journey, ...hidden }];
}

/** A plain field without wrong answers. */
const PLAIN = {
  named: '',
  isHidden: false,
  property: undefined,
  wrong: [],
  wrongFiles: [],
  set: {},
} as const;

/** The title of a field that is always answered; hidden fields are shown only while it is empty. */
const SWITCH = 'Switch';
const HIDDEN: JsonObject = {
  visibleIf: compile({ mode: 'all', rows: [{ field: nameFrom(SWITCH), operator: 'empty' }] }) ?? '',
};
const switched = (): readonly Plan[] => {
  const { text } = JOURNEYS;
  const [first, later] = text.right;
  if (first === undefined || later === undefined) throw new Error('The table has no texts');
  const given = { kind: 'text', title: SWITCH, answers: [first, later] } as const;
  return givenTo('text', { ...text, given: [given] });
};

const givenTo = (of: Kind, { given = [] }: KindJourney): readonly Plan[] =>
  given.map(({ kind, title, answers: [first, later] }) => {
    const journey = JOURNEYS[kind];
    const set = journey.always ?? {};
    return { ...PLAIN, of, kind, journey, title, named: undefined, first, later, set };
  });

/**
 * Pairs each answer with the one that it is changed to. A computed answer changes only once, with the answers that it
 * is computed from.
 */
function turns(
  right: readonly Sample[],
  { by }: KindJourney,
): readonly (readonly [Sample, Sample])[] {
  const pairs = right.map((first, i) => [first, right[(i + 1) % right.length] ?? first] as const);
  return by === 'none' ? pairs.slice(0, 1) : pairs;
}

/** Returns the sections. A section has no answer of its own, so the field inside represents it. */
function sectionsOf({ properties }: KindJourney): readonly Plan[] {
  const journey = JOURNEYS.text;
  const all: readonly (readonly [string, JsonObject])[] = [
    ['plain', {}],
    ...Object.entries(properties).map(([name, { set }]) => [name, set] as const),
    ['visibleIf', HIDDEN],
  ];
  return all.flatMap(([name, set]): Plan[] => {
    const property = properties[name];
    const [first, later] = journey.right;
    if (first === undefined || later === undefined) return [];
    const { wrong } = journey;
    const section = { title: `panel ${name}`, set };
    const title = `Inside of ${name}`;
    const named = name === 'plain' ? '' : name;
    const isHidden = name === 'visibleIf';
    const inside = { title, named, isHidden, property, first, later, wrong, section };
    return [{ ...PLAIN, of: 'panel', kind: 'text', journey, ...inside }];
  });
}

/** Returns a field below each heading or text, which has no answer of its own. */
function belowStatic(kind: Kind, { always = {}, properties }: KindJourney): readonly Plan[] {
  const journey = JOURNEYS.text;
  const all: readonly (readonly [string, JsonObject])[] = [
    ['', {}],
    ...Object.entries(properties).map(([name, { set }]) => [name, set] as const),
  ];
  return all.flatMap(([named, set]): Plan[] => {
    const [first, later] = journey.right;
    if (first === undefined || later === undefined) return [];
    const title = `Below ${kind} ${named || 'plain'}`;
    const above = { kind, title: `${kind} ${named || 'plain'}`, set: { ...always, ...set } };
    const { wrong } = journey;
    const below = { title, named, property: properties[named], first, later, wrong, above };
    return [{ ...PLAIN, of: kind, kind: 'text', journey, ...below }];
  });
}

function build(plans: readonly Plan[]): Built {
  let definition = emptyDefinition();
  const asked = plans.map(({ set, section, above, ...plan }) => {
    let into: Path | undefined;
    if (above !== undefined) {
      const added = add(definition, above.kind, above.title);
      definition = change(added.definition, added.path, above.set);
    }
    if (section !== undefined) {
      const around = add(definition, 'panel', section.title);
      definition = change(around.definition, around.path, section.set);
      into = around.path;
    }
    const added = add(definition, plan.kind, plan.title, into);
    definition = change(added.definition, added.path, set);
    return { ...plan, name: added.field.name };
  });
  return { definition, asked };
}

/** Adds a field at the end of the form, or of the section at `into`. */
export function add(
  definition: Definition,
  kind: Kind,
  title: string,
  into?: Path,
): { readonly definition: Definition; readonly path: Path; readonly field: Field } {
  const words = {
    title: 'New field',
    name: 'new_field',
    choices: ['Choice 1', 'Choice 2'],
    rows: ['Row 1', 'Row 2'],
    column: { title: 'Column 1', name: 'column_1' },
  };
  const { definition: untitled, path } = addField(definition, newField(kind, words), into);
  const titled = change(untitled, path, { title });
  const named = followTitle(titled, path, NOTHING_PUBLISHED, () => true);
  const field = fieldAt(named, path);
  if (field === undefined) throw new Error(`The builder lost ${title}`);
  return { definition: named, path, field };
}

/** Adds a field that is shown only if the operator holds for the field of that name. */
export function addFollower(
  definition: Definition,
  field: string,
  row: Omit<Parameters<typeof compile>[0]['rows'][number], 'field'>,
): { readonly definition: Definition; readonly name: string } {
  const added = add(definition, 'text', `After ${field}`);
  const visibleIf = compile({ mode: 'all', rows: [{ field, ...row }] });
  return {
    definition: change(added.definition, added.path, { visibleIf }),
    name: added.field.name,
  };
}
