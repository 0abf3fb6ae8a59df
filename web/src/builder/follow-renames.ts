import {
  childrenKey,
  type Definition,
  type Field,
  fieldAt,
  fieldsOf,
  type Placed,
} from './definition.ts';
import { fieldsAt } from './edit.ts';
import { renameField } from './names.ts';

export interface ThreeSides {
  readonly base: Definition;
  readonly mine: Definition;
  readonly theirs: Definition;
}

/**
 * Gives fields that one side renamed their new name on all sides, so that a retitled field, whose name follows its title
 * until it is published, is not read as a deleted one and a new one. Where both renamed one, mine stays.
 */
export function followRenames(sides: ThreeSides): ThreeSides {
  const own = new Map(renamesFrom(sides.base, sides.mine));
  const others = new Map(renamesFrom(sides.base, sides.theirs));
  // What the other side deleted is deleted there, and new here.
  const lacks = (side: Definition, name: string) => !namesIn(side).has(name);
  const followed = [...own].reduce(({ base, mine, theirs }, [from, to]) => {
    const there = others.get(from) ?? from;
    if (lacks(theirs, there)) return { base, mine, theirs };
    return { base: renamed(base, from, to), mine, theirs: renamed(theirs, there, to) };
  }, sides);
  return [...others]
    .filter(([from]) => !own.has(from))
    .reduce(({ base, mine, theirs }, [from, to]) => {
      if (lacks(mine, from)) return { base, mine, theirs };
      return { base: renamed(base, from, to), mine: renamed(mine, from, to), theirs };
    }, followed);
}

/** Returns the old and new names of fields that are where they were, with nothing else than a new name and title. */
function renamesFrom(base: Definition, side: Definition): readonly (readonly [string, string])[] {
  const gone = missingIn(base, side);
  const left = new Set(missingIn(side, base));
  const kept = namesIn(side);
  const stayed = new Set([...namesIn(base)].filter((name) => kept.has(name)));
  return gone.flatMap((before) => {
    const place = placeOf(base, before, stayed);
    const after = [...left].find(
      (each) => isAlike(each.field, before.field) && placeOf(side, each, stayed) === place,
    );
    if (after === undefined) return [];
    left.delete(after);
    return [[before.field.name, after.field.name] as const];
  });
}

/** Returns what is around a field: what holds it, and the field before it that both forms have. */
function placeOf(definition: Definition, { path }: Placed, stayed: ReadonlySet<string>): string {
  const parent = path.slice(0, -1);
  const holder = fieldAt(definition, parent)?.name ?? definition.pages[parent[0] ?? 0]?.name;
  const before = fieldsAt(definition, parent)
    .slice(0, path.at(-1))
    .findLast(({ name }) => stayed.has(name));
  return JSON.stringify([holder, before?.name]);
}

const namesIn = (definition: Definition): Set<string> =>
  new Set(fieldsOf(definition).map(({ field }) => field.name));

function missingIn(definition: Definition, other: Definition): readonly Placed[] {
  const names = namesIn(other);
  return fieldsOf(definition).filter(({ field }) => !names.has(field.name));
}

const isAlike = (a: Field, b: Field): boolean => alikeText(a) === alikeText(b);

function alikeText(field: Field): string {
  const but = ['name', 'title', childrenKey(field.type)];
  const kept = Object.entries(field).filter(([property]) => !but.includes(property));
  return JSON.stringify(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function renamed(definition: Definition, from: string, to: string): Definition {
  const all = fieldsOf(definition);
  const found = all.find(({ field }) => field.name === from);
  const isTaken = all.some(({ field }) => field.name.toLowerCase() === to.toLowerCase());
  return found === undefined || isTaken ? definition : renameField(definition, found.path, to);
}
