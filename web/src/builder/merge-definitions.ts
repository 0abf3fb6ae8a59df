// Merges what two people, or one person in two windows, made of the same definition. Each page and field is merged by
// its name, property by property; pages and fields that one side added, moved or removed follow that side.
import {
  childrenKey,
  childrenOf,
  type Definition,
  type Field,
  fieldsOf,
  type Json,
  type JsonObject,
  type Page,
  titleOf,
} from './definition.ts';
import { followRenames, type ThreeSides } from './follow-renames.ts';
import { freshName, renameField, takenNames } from './names.ts';

export interface Difference {
  readonly property: string;
  /** Undefined where a side has no such property. */
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

/** A page or field that both sides changed in the same property, or that one removed and the other changed. */
export interface DefinitionConflict {
  readonly key: string;
  readonly title: string;
  /** Empty where one side removed it. */
  readonly differences: readonly Difference[];
  readonly removedBy?: Side;
}

export type Side = 'mine' | 'theirs';

export interface MergedDefinition {
  readonly definition: Definition;
  readonly conflicts: readonly DefinitionConflict[];
}

/** A page or field without what is inside it, and where it is. */
interface Unit {
  readonly own: JsonObject;
  readonly parent: string;
  readonly inside: readonly string[];
}

/** All units by key, in the order of the form; the definition itself is the one with the key ''. */
type Units = ReadonlyMap<string, Unit>;

/** @param choices the side of each conflict; mine where none is chosen */
export function mergeDefinitions(
  sides: ThreeSides,
  choices: ReadonlyMap<string, Side> = new Map(),
): MergedDefinition {
  const { base, mine, theirs: others } = followRenames(sides);
  const theirs = apart(base, mine, others);
  const [before, own, other] = [unitsOf(base), unitsOf(mine), unitsOf(theirs)];
  const conflicts: DefinitionConflict[] = [];
  const merged = new Map<string, JsonObject>();
  for (const key of new Set([...own.keys(), ...other.keys()])) {
    const [was, here, there] = [before.get(key)?.own, own.get(key)?.own, other.get(key)?.own];
    const { unit, conflict } =
      here !== undefined && there !== undefined
        ? mergeUnit(key, was, here, there, choices.get(key))
        : keepUnit(key, was, here, there, choices.get(key));
    if (unit !== undefined) merged.set(key, unit);
    if (conflict !== undefined) conflicts.push(conflict);
  }
  const isMoved = shapeOf(own) !== shapeOf(before);
  const inside = isMoved ? arrange(own, other, merged) : arrange(other, own, merged);
  return { definition: build(merged, inside), conflicts };
}

/** Renames fields that both sides added under one name, as two fields of a new kind get by themselves. */
function apart(base: Definition, mine: Definition, others: Definition): Definition {
  const known = takenNames(base);
  const here = unitsOf(mine);
  const taken = new Set([...takenNames(mine), ...takenNames(others)]);
  return fieldsOf(others).reduce((theirs, { path, field }) => {
    const same = here.get(keyOf(field));
    const isOwn = same !== undefined && !known.has(field.name.toLowerCase());
    if (!isOwn || isSame(same.own, ownOf(field))) return theirs;
    const name = freshName(field.name, taken);
    taken.add(name.toLowerCase());
    return renameField(theirs, path, name);
  }, others);
}

const keyOf = ({ name }: Field): string => `field ${name}`;

function ownOf(field: Field): JsonObject {
  const key = childrenKey(field.type);
  return Object.fromEntries(Object.entries(field).filter(([member]) => member !== key));
}

function unitsOf({ pages, ...own }: Definition): Units {
  const units = new Map<string, Unit>();
  const addFields = (fields: readonly Field[], parent: string): readonly string[] =>
    fields.map((field) => {
      const key = keyOf(field);
      units.set(key, { own: ownOf(field), parent, inside: [] });
      const inside = addFields(childrenOf(field), key);
      units.set(key, { own: ownOf(field), parent, inside });
      return key;
    });
  const inside = pages.map(({ elements, ...page }) => {
    const key = `page ${page['name']}`;
    units.set(key, { own: page, parent: '', inside: [] });
    units.set(key, { own: page, parent: '', inside: addFields(elements, key) });
    return key;
  });
  return units.set('', { own, parent: '', inside });
}

const shapeOf = (units: Units): string =>
  JSON.stringify([...units].map(([key, { inside }]) => [key, inside]).toSorted());

interface MergedUnit {
  readonly unit: JsonObject | undefined;
  readonly conflict?: DefinitionConflict;
}

/** Merges a unit that both sides have. */
function mergeUnit(
  key: string,
  was: JsonObject | undefined,
  mine: JsonObject,
  theirs: JsonObject,
  chosen: Side = 'mine',
): MergedUnit {
  // The properties of one kind mean nothing for another.
  const isOtherKind = mine['type'] !== theirs['type'] && !isSame(mine, was) && !isSame(theirs, was);
  const unit: Record<string, Json | undefined> = {};
  const differences: Difference[] = [];
  for (const property of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [before, here, there] = [was?.[property], mine[property], theirs[property]];
    const isBoth = isOtherKind || (!isSame(here, before) && !isSame(there, before));
    const isConflict = isBoth && !isSame(here, there);
    if (isConflict) differences.push({ property, mine: here, theirs: there });
    const isTheirs = isConflict ? chosen === 'theirs' : isSame(here, before);
    const value = isTheirs ? there : here;
    if (value !== undefined) unit[property] = value;
  }
  const conflict = { key, title: titleOf(mine), differences };
  return { unit, ...(differences.length > 0 && { conflict }) };
}

/** Decides about a unit that one side lacks. Without a choice nothing that somebody changed is lost. */
function keepUnit(
  key: string,
  was: JsonObject | undefined,
  mine: JsonObject | undefined,
  theirs: JsonObject | undefined,
  chosen: Side | undefined,
): MergedUnit {
  const unit = mine ?? theirs;
  if (unit === undefined || isSame(unit, was)) return { unit: undefined };
  if (was === undefined) return { unit };
  const removedBy: Side = mine === undefined ? 'mine' : 'theirs';
  const conflict = { key, title: titleOf(unit), differences: [], removedBy };
  return { unit: chosen === removedBy ? undefined : unit, conflict };
}

/** Returns what is inside of each unit: as `lead` has it, and what only `other` has behind what precedes it there. */
function arrange(
  lead: Units,
  other: Units,
  kept: ReadonlyMap<string, JsonObject>,
): ReadonlyMap<string, readonly string[]> {
  const inside = new Map<string, string[]>();
  const placed = new Set<string>();
  const place = (key: string, parent: string, after: string | undefined): void => {
    const siblings = inside.get(parent) ?? [];
    const at = after === undefined ? 0 : siblings.indexOf(after) + 1;
    inside.set(parent, siblings.toSpliced(at, 0, key));
    placed.add(key);
  };
  const holderOf = (units: Units, key: string): string => {
    const parent = units.get(key)?.parent ?? '';
    return parent === '' || kept.has(parent) ? parent : holderOf(units, parent);
  };
  for (const units of [lead, other]) {
    for (const key of units.keys()) {
      if (key === '' || placed.has(key) || !kept.has(key)) continue;
      const parent = holderOf(units, key);
      const siblings = units.get(units.get(key)?.parent ?? '')?.inside ?? [];
      const before = siblings.slice(0, siblings.indexOf(key));
      const after = before.findLast((each) => inside.get(parent)?.includes(each) === true);
      place(key, parent, after);
    }
  }
  return inside;
}

function build(
  merged: ReadonlyMap<string, JsonObject>,
  inside: ReadonlyMap<string, readonly string[]>,
): Definition {
  const unitsIn = (key: string, kind: 'page' | 'field') =>
    (inside.get(key) ?? []).flatMap((each) => {
      const own = each.startsWith(kind) ? merged.get(each) : undefined;
      return own === undefined ? [] : [{ key: each, own }];
    });
  const fieldsIn = (holder: string): readonly Field[] =>
    unitsIn(holder, 'field').map(({ key, own }) => fieldOf(key, own));
  const fieldOf = (key: string, own: JsonObject): Field => {
    const type = String(own['type']);
    const member = childrenKey(type);
    const field = { ...own, name: String(own['name']), type };
    return member === undefined ? field : { ...field, [member]: fieldsIn(key) };
  };
  const pages = unitsIn('', 'page').map(
    ({ key, own }): Page => ({ ...own, name: String(own['name']), elements: fieldsIn(key) }),
  );
  const [first = { name: 'page1', elements: [] }, ...others] = pages;
  // Fields whose page was removed are on the first one.
  const page = { ...first, elements: [...first.elements, ...fieldsIn('')] };
  return { ...merged.get(''), pages: [page, ...others] };
}

/** Compares JSON; the order of members does not matter. */
const isSame = (a: Json | undefined, b: Json | undefined): boolean => ordered(a) === ordered(b);

const ordered = (value: Json | undefined): string | undefined =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
