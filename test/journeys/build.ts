// Templates for journeys, made by the builder's own functions, as somebody at its page makes them.

import type { JsonObject } from '#kernel/json.ts';
import { compile } from '../../web/src/builder/conditions.ts';
import {
  type Definition,
  emptyDefinition,
  type Field,
  fieldAt,
  type Path,
} from '../../web/src/builder/definition.ts';
import { addField, change } from '../../web/src/builder/edit.ts';
import { type Kind, newField } from '../../web/src/builder/kinds.ts';
import { nameFrom } from '../../web/src/builder/names.ts';
import type { KindJourney, PropertyJourney, Sample, Wrong } from './journey.ts';
import { JOURNEYS } from './table.ts';

/** A field of a template, and what is answered to it. */
export interface Asked {
  /** Whose journey it is in. */
  readonly of: Kind;
  readonly kind: Kind;
  readonly journey: KindJourney;
  /** As the builder named it. */
  readonly name: string;
  readonly title: string;
  /** The name of the property that it is about; empty for a field as it comes, undefined for what others are made of. */
  readonly named: string | undefined;
  readonly property: PropertyJourney | undefined;
  /** A condition keeps it from everybody. */
  readonly isHidden: boolean;
  /** What is answered first. */
  readonly first: Sample;
  /** What it is changed to when the form is open again. */
  readonly later: Sample;
  readonly wrong: readonly Wrong[];
}

export interface Built {
  readonly definition: Definition;
  readonly asked: readonly Asked[];
}

interface Plan extends Omit<Asked, 'name'> {
  readonly set: JsonObject;
  /** What stands around it. */
  readonly section?: { readonly title: string; readonly set: JsonObject };
}

/** Every right answer of the kinds in a field of its own, and each of their properties in more. */
export const builtOf = (kinds: readonly Kind[]): Built =>
  build([...switched(), ...kinds.flatMap(plansOf)]);

/** Of one kind: the fields of the table, each with a title that no other has. */
function plansOf(kind: Kind): readonly Plan[] {
  const journey = JOURNEYS[kind];
  if (kind === 'panel') return sectionsOf(journey);
  const { always = {}, right } = journey;
  const plainly = journey.small ?? { set: always, right };
  const common = { of: kind, kind, journey };
  const plain = turns(right, journey).map(([first, later], i): Plan => {
    const wrong = i === 0 ? journey.wrong : [];
    const title = `${kind} ${i + 1}`;
    return {
      ...common,
      title,
      named: '',
      isHidden: false,
      property: undefined,
      first,
      later,
      wrong,
      set: always,
    };
  });
  const particular = Object.entries(journey.properties).flatMap(([name, property]) => {
    const pairs = turns(property.right ?? plainly.right, journey);
    return pairs.slice(0, property.right?.length ?? 1).map(([first, later], i): Plan => {
      const wrong = i === 0 ? (property.wrong ?? []) : [];
      const set = { ...plainly.set, ...property.set };
      return {
        ...common,
        title: `${kind} ${name} ${i + 1}`,
        named: name,
        isHidden: false,
        property,
        first,
        later,
        wrong,
        set,
      };
    });
  });
  const [first, later = first] = plainly.right;
  const hidden: readonly Plan[] =
    // Completing leaves one empty entry of a repeating section that is hidden so far.
    first === undefined || later === undefined || kind === 'paneldynamic'
      ? []
      : [
          {
            ...common,
            title: `${kind} visibleIf 1`,
            named: 'visibleIf',
            isHidden: true,
            property: undefined,
            first,
            later,
            wrong: [],
            set: { ...plainly.set, ...HIDDEN },
          },
        ];
  return [...givenTo(kind, journey), ...plain, ...particular, ...hidden];
}

/** What is shown only while the field of that title is empty, which is answered always. */
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
    return {
      of,
      kind,
      journey,
      title,
      named: undefined,
      isHidden: false,
      property: undefined,
      first,
      later,
      wrong: [],
      set,
    };
  });

/** Each answer, and the one it is changed to: what is computed changes only once, with what it is made of. */
function turns(
  right: readonly Sample[],
  { by }: KindJourney,
): readonly (readonly [Sample, Sample])[] {
  const pairs = right.map((first, i) => [first, right[(i + 1) % right.length] ?? first] as const);
  return by === 'none' ? pairs.slice(0, 1) : pairs;
}

/** A section has no answer of its own: it is told by the field inside. */
function sectionsOf({ properties }: KindJourney): readonly Plan[] {
  const journey = JOURNEYS.text;
  const all: readonly (readonly [string, JsonObject])[] = [
    ['plain', {}],
    ...Object.entries(properties).map(([name, { set }]) => [name, set] as const),
    ['visibleIf', HIDDEN],
  ];
  return all.flatMap(([name, set]): Plan[] => {
    const [first, later] = journey.right;
    if (first === undefined || later === undefined) return [];
    const section = { title: `panel ${name}`, set };
    const title = `Inside of ${name}`;
    return [
      {
        of: 'panel',
        kind: 'text',
        journey,
        title,
        named: name === 'plain' ? '' : name,
        isHidden: name === 'visibleIf',
        property: undefined,
        first,
        later,
        wrong: [],
        set: {},
        section,
      },
    ];
  });
}

function build(plans: readonly Plan[]): Built {
  let definition = emptyDefinition();
  const asked = plans.map(({ set, section, ...plan }) => {
    let into: Path | undefined;
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

/** At the end of the form, or of the section at `into`. */
export function add(
  definition: Definition,
  kind: Kind,
  title: string,
  into?: Path,
): { readonly definition: Definition; readonly path: Path; readonly field: Field } {
  const words = {
    title,
    name: nameFrom(title),
    choices: ['Choice 1', 'Choice 2'],
    column: { title: 'Column 1', name: 'column_1' },
  };
  const added = addField(definition, newField(kind, words), into);
  const field = fieldAt(added.definition, added.path);
  if (field === undefined) throw new Error(`The builder lost ${title}`);
  return { ...added, field };
}

/** A field that is shown on one condition only: that of the operator on the field of that name. */
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
