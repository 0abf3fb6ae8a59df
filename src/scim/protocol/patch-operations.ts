import { atOnce } from './at-once.ts';
import { gather } from './gather.ts';
import { Handling, type Preference, requireKnown } from './handling.ts';
import { describeJson, isArray, isObject, ownMember } from './json.ts';
import { foreignSchemas } from './known-schemas.ts';
import { foldMemberChanges, type MemberChange } from './member-changes.ts';
import { PatchCost } from './patch-cost.ts';
import { readMemberChange } from './patch-members.ts';
import { inOperation, type PatchOperation, type PatchStep } from './patch-operation.ts';
import { type AttributePath, type PatchPath, parsePatchPath } from './patch-path.ts';
import { readRemove } from './patch-remove.ts';
import {
  addsKnownSchemas,
  isFilterKey,
  isNoPath,
  type PatchVerb,
  readVerb,
} from './patch-tolerance.ts';
import { readWrite, type Writing } from './patch-write.ts';
import { requireNoEmptyText } from './read-value.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { Extension, ResourceType } from './resource-type.ts';
import {
  invalidPath,
  invalidSyntax,
  invalidValue,
  mutability,
  noTarget,
  ScimError,
  tooMany,
} from './scim-error.ts';
import { isNeverRemoved, isNotMeant, unwrapSingle } from './tolerance.ts';

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MAX_OPERATIONS = 10_000;
/** Each filter is tested against all members of a group, however many. */
const MAX_MEMBER_FILTERS = 20;
/** Alternations of additions and removals that cannot be merged, because they may name a member in two ways. */
const MAX_MEMBER_TURNS = 200;

/** An operation on members that has not been read yet. */
type MemberStep = {
  readonly index: number;
  readonly verb: PatchVerb;
  readonly target: AttributePath;
  readonly raw: unknown;
};

type BareMember = { readonly index: number; readonly text: string };

/** A fully parsed PATCH, which does not depend on the stored resource. */
export type Patch = {
  readonly operations: readonly PatchOperation[];
  readonly members: readonly MemberChange[];
  /** Keys of the top-level attributes that it changes. */
  readonly has: ReadonlySet<string>;
  /** Names and URNs that are unknown and were ignored. */
  readonly ignored: readonly string[];
  /** The number of ignored attributes that no schema knows. */
  readonly ignoredCount: number;
  /** The number of values that could not be read as a certificate, and were dropped. */
  readonly droppedCertificates: number;
  /** Removes of members whose value is a bare text instead of a list or an object. */
  readonly bareMembers: readonly BareMember[];
};

const whole = (attribute: ResolvedAttribute): AttributePath => ({
  kind: 'attribute',
  attribute,
  selection: undefined,
  sub: undefined,
});

const readOnlyIn = ({ attribute, sub }: AttributePath): ResolvedAttribute | undefined =>
  [attribute, sub].find((it) => it?.definition.mutability === 'readOnly');

function pathOrUndefined(type: ResourceType, name: string): PatchPath | undefined {
  try {
    return parsePatchPath(type, name);
  } catch (error) {
    if (error instanceof ScimError) return undefined;
    throw error;
  }
}

/** Reads the operations of one request, one after another. */
class Reading {
  readonly type: ResourceType;
  readonly handling: Handling;
  readonly operations: PatchOperation[] = [];
  readonly #members: MemberStep[] = [];
  readonly has = new Set<string>();
  readonly bareMembers: BareMember[] = [];
  /** The cost as if nothing were stored: a request that exceeds the limit even then is not read to its end. */
  readonly #cost = new PatchCost(() => 0);
  #index = 0;

  constructor(type: ResourceType, preference: Preference) {
    this.type = type;
    this.handling = new Handling(preference);
  }

  read(raw: unknown, index: number): void {
    this.#index = index;
    if (!isObject(raw)) {
      throw invalidSyntax(
        `is ${describeJson(raw)}, but must be an object with op, path and value.`,
      );
    }
    const verb = readVerb(ownMember(raw, 'op'));
    if (verb === undefined) throw invalidSyntax('op must be "add", "replace" or "remove".');
    const path = ownMember(raw, 'path');
    const value = ownMember(raw, 'value');
    if (isNoPath(path)) this.#resource(verb, value);
    else if (typeof path !== 'string') {
      throw invalidPath(`The path is ${describeJson(path)}, but must be a string.`);
    } else this.#target(verb, parsePatchPath(this.type, path), value);
  }

  #target(verb: PatchVerb, target: PatchPath, value: unknown): void {
    if (target.kind === 'unknown') this.handling.ignore(target.name);
    else if (target.kind === 'resource') this.#resource(verb, value);
    else if (target.kind === 'extension') this.#extension(verb, target.extension, value);
    else this.#attribute(verb, target, value);
  }

  /** Reads an operation without a path, whose value holds the attributes. */
  #resource(verb: PatchVerb, given: unknown): void {
    if (verb === 'remove') throw noTarget('remove needs a path to the attribute to remove.');
    const value = unwrapSingle(given);
    if (!isObject(value)) {
      throw invalidValue(
        'value',
        `is ${given === undefined ? 'missing' : describeJson(value)}, but without a path it must be an object with attributes.`,
      );
    }
    const members = Object.entries(value);
    this.#gathered(verb, Object.fromEntries(members.filter(([name]) => !isFilterKey(name))));
    for (const [name, inner] of members) {
      if (isFilterKey(name)) this.#filterKey(verb, name, inner);
    }
  }

  /** Reads a path with a filter in place of a name. It is ignored if it is unknown or only the server writes it. */
  #filterKey(verb: Writing, name: string, value: unknown): void {
    const target = pathOrUndefined(this.type, name);
    if (target?.kind !== 'attribute') this.handling.ignore(name);
    else if (readOnlyIn(target) === undefined) this.#write(verb, target, value);
  }

  #gathered(verb: Writing, value: Readonly<Record<string, unknown>>): void {
    for (const [attribute, raw] of gather(this.type, value, this.handling)) {
      this.#write(verb, whole(attribute), raw);
    }
  }

  /** Reads an operation on a whole extension, which means all of its attributes. */
  #extension(verb: PatchVerb, { schema, attributes }: Extension, value: unknown): void {
    if (verb === 'remove' || (verb === 'replace' && value === null)) {
      const writable = attributes.filter((it) => it.definition.mutability !== 'readOnly');
      for (const attribute of writable) this.#remove(whole(attribute), undefined);
    } else if (value === undefined) {
      throw invalidValue('value', `is missing; ${verb} needs one.`);
    } else {
      this.#gathered(verb, { [schema]: value });
    }
  }

  #attribute(verb: PatchVerb, target: AttributePath, value: unknown): void {
    const { attribute } = target;
    const known = attribute.key === 'schemas' && addsKnownSchemas(value, this.type.findSchema);
    if (known && verb === 'add') return;
    const readOnly = readOnlyIn(target);
    if (readOnly !== undefined) throw mutability(readOnly.key, 'is written by the server only.');
    if (verb === 'remove') {
      this.#remove(target, value);
      return;
    }
    if (value === undefined) throw invalidValue('value', `is missing; ${verb} needs one.`);
    this.#write(verb, target, value);
  }

  #write(verb: Writing, target: AttributePath, raw: unknown): void {
    const { attribute, selection, sub } = target;
    if (sub === undefined && selection === undefined) {
      requireNoEmptyText(this.handling, attribute, raw, attribute.key);
      if (isNotMeant(attribute, raw)) return;
    }
    this.has.add(attribute.key);
    if (attribute.definition.apart === 'members') {
      this.#members.push({ index: this.#index, verb, target, raw });
    } else this.#push(readWrite(verb, target, raw, this.handling));
  }

  #remove(target: AttributePath, raw: unknown): void {
    const { attribute } = target;
    if (isNeverRemoved(attribute)) return;
    this.has.add(attribute.key);
    if (attribute.definition.apart === 'members') {
      if (target.selection === undefined && typeof raw === 'string' && raw !== '') {
        this.bareMembers.push({ index: this.#index, text: raw });
      }
      this.#members.push({ index: this.#index, verb: 'remove', target, raw });
    } else this.#push(readRemove(target, raw, this.handling));
  }

  /** Returns the changes of members, in order and in steps. They are read last: there may be 100,000 of them. */
  *members(): Generator<undefined, readonly MemberChange[]> {
    const changes: MemberChange[] = [];
    for (const [at, { index, verb, target, raw }] of this.#members.entries()) {
      if (at > 0 && at % OPERATIONS_A_TURN === 0) yield;
      const steps = readMemberChange(verb, target, raw, this.handling);
      for (;;) {
        const step = inOperation(index, () => requireKnown(this.handling, () => steps.next()));
        if (step.done) {
          changes.push(step.value);
          break;
        }
        yield;
      }
    }
    return changes;
  }

  #push(step: PatchStep | undefined): void {
    if (step === undefined) return;
    this.#cost.add(step);
    this.operations.push({ index: this.#index, step });
  }
}

function operationsOf(type: ResourceType, body: unknown): readonly unknown[] {
  if (!isObject(body)) {
    throw invalidSyntax(
      `The body is ${describeJson(body)}, but must be a JSON object with Operations.`,
    );
  }
  foreignSchemas(ownMember(body, 'schemas'), PATCH_OP, (urn) => type.findSchema(urn) !== undefined);
  const operations = ownMember(body, 'Operations');
  if (!isArray(operations)) {
    const found = operations === undefined ? 'missing' : describeJson(operations);
    throw invalidSyntax(`Operations is ${found}, but must be an array of operations.`);
  }
  if (operations.length > MAX_OPERATIONS) {
    throw tooMany(
      `There are ${operations.length} operations; at most ${MAX_OPERATIONS} are taken.`,
    );
  }
  return operations;
}

/**
 * Checks the changes that one request makes to the members of groups. Each filter needs a search of its own.
 * @throws ScimError 400 tooMany
 */
export function checkMemberFilters(changes: readonly (readonly MemberChange[])[]): void {
  const filters = changes.flat().filter(({ kind }) => kind === 'removeWhere').length;
  if (filters > MAX_MEMBER_FILTERS) {
    throw tooMany(
      `${filters} operations choose members by something other than their ids; at most ${MAX_MEMBER_FILTERS} may.`,
    );
  }
  const turns = changes.reduce((sum, steps) => sum + Math.max(0, steps.length - 2), 0);
  if (turns > MAX_MEMBER_TURNS) {
    throw tooMany(
      `The operations add members and remove others by turns, by names that are not their ids: ${turns} turns, at most ${MAX_MEMBER_TURNS} are taken. Name members by their ids, or remove first and add then.`,
    );
  }
}

/**
 * Reads the body of a PATCH (RFC 7644 §3.5.2): every form of a path; accepts what identity providers really send
 * (tolerance.ts, patch-tolerance.ts) and is strict about everything else. No operations mean no change (Entra).
 * @throws ScimError 400 invalidSyntax, invalidPath, invalidFilter, invalidValue, mutability, noTarget, tooMany; the
 * detail names the operation
 */
export function* parsePatchInParts(
  type: ResourceType,
  body: unknown,
  preference: Preference = 'lenient',
): Generator<undefined, Patch> {
  const reading = new Reading(type, preference);
  for (const [index, raw] of operationsOf(type, body).entries()) {
    if (index > 0 && index % OPERATIONS_A_TURN === 0) yield;
    inOperation(index, () => requireKnown(reading.handling, () => reading.read(raw, index)));
  }
  const members = yield* foldMemberChanges(yield* reading.members());
  const { operations, has, handling, bareMembers } = reading;
  const { names: ignored, count: ignoredCount, droppedCertificates } = handling;
  checkMemberFilters([members]);
  return { operations, members, has, ignored, ignoredCount, droppedCertificates, bareMembers };
}

/** The number of operations read before other requests get a turn. */
const OPERATIONS_A_TURN = 500;

/** Does the same without yielding, for a small body. */
export function parsePatch(type: ResourceType, body: unknown, preference?: Preference): Patch {
  return atOnce(parsePatchInParts(type, body, preference));
}
