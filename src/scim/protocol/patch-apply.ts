import { requireExtension } from './canonicalise.ts';
import { type Elements, joinElements, withoutElements } from './element-list.ts';
import { Handling } from './handling.ts';
import { checkImmutable } from './immutable.ts';
import { isJsonArray, isSameJson, type Json, type JsonObject, ownValue } from './json.ts';
import type { MemberChange } from './member-changes.ts';
import { PatchCost } from './patch-cost.ts';
import { changeElements } from './patch-elements.ts';
import { inOperation, type PatchStep } from './patch-operation.ts';
import type { Patch } from './patch-operations.ts';
import { namesNothing } from './patch-tolerance.ts';
import { readValue, requireValue } from './read-value.ts';
import { holderOf, type ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { mutability } from './scim-error.ts';

/** The result of a PATCH. */
export type Patched = {
  /** In the form of `canonicalise`; the same object as before when nothing changed. */
  readonly attributes: JsonObject;
  /** Whether the attributes differ, without regard to the password and members. */
  readonly changed: boolean;
  readonly password: string | undefined;
  readonly removesPassword: boolean;
  readonly members: readonly MemberChange[];
};

/** The resource while its operations run; written attributes are kept apart from the stored ones. */
class Draft {
  readonly #stored: JsonObject;
  readonly #values = new Map<ResolvedAttribute, Json | undefined>();
  password: string | undefined;
  removesPassword = false;

  constructor(stored: JsonObject) {
    this.#stored = stored;
  }

  before(attribute: ResolvedAttribute): Json | undefined {
    return ownValue(holderOf(attribute, this.#stored), attribute.name);
  }

  get(attribute: ResolvedAttribute): Json | undefined {
    return this.#values.has(attribute) ? this.#values.get(attribute) : this.before(attribute);
  }

  get written(): readonly ResolvedAttribute[] {
    return [...this.#values.keys()];
  }

  set(attribute: ResolvedAttribute, value: Json | undefined): void {
    this.#values.set(attribute, value);
  }

  take(step: PatchStep): void {
    const { attribute } = step;
    if (attribute.definition.apart === 'password') {
      const value = step.kind === 'assign' ? step.value : undefined;
      this.password = typeof value === 'string' ? value : undefined;
      this.removesPassword = this.password === undefined;
      return;
    }
    const value = this.#after(step);
    if (value === undefined && attribute.definition.required && step.kind !== 'assign') {
      throw mutability(attribute.key, 'is required and can not be removed.');
    }
    this.set(attribute, value);
  }

  #after(step: PatchStep): Json | undefined {
    const { attribute } = step;
    if (step.kind === 'clear') return undefined;
    const joins = step.kind === 'assign' && step.verb === 'add' && attribute.multiValued;
    if (step.kind === 'assign' && !joins) return step.value;
    const elements = this.#change(step, this.#elements(attribute));
    if (elements.length === 0) return undefined;
    return attribute.multiValued ? elements : elements[0];
  }

  #elements(attribute: ResolvedAttribute): Elements {
    const value = this.get(attribute);
    if (value === undefined) return [];
    return attribute.multiValued && isJsonArray(value) ? value : [value];
  }

  #change(step: Exclude<PatchStep, { readonly kind: 'clear' }>, elements: Elements): Elements {
    const { attribute } = step;
    if (step.kind === 'assign') {
      const added = isJsonArray(step.value) ? step.value : [];
      return joinElements(attribute, elements, added);
    }
    if (step.kind === 'withdraw') {
      const rest = withoutElements(attribute, elements, step.elements);
      if (step.bare && rest.length === elements.length) throw namesNothing(attribute);
      return rest;
    }
    return changeElements(step, elements);
  }
}

/** Returns the password that a PATCH sets, or null when it removes it; this does not depend on the stored resource. */
export function passwordIn({ operations }: Patch): string | null | undefined {
  const last = operations.findLast(({ step }) => step.attribute.definition.apart === 'password');
  if (last === undefined) return undefined;
  const { step } = last;
  return step.kind === 'assign' && typeof step.value === 'string' ? step.value : null;
}

/** Checks the written attributes against the schema and returns those that changed; others are not checked. */
function validate(draft: Draft): readonly ResolvedAttribute[] {
  return draft.written.filter((attribute) => {
    const value = readValue(attribute, draft.get(attribute), attribute.key, new Handling());
    requireValue(attribute, value, attribute.key);
    draft.set(attribute, value);
    return !isSameJson(draft.before(attribute), value);
  });
}

function valuesOf(attributes: readonly ResolvedAttribute[], draft: Draft): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const attribute of attributes) {
    const value = draft.get(attribute);
    if (value !== undefined) values[attribute.name] = value;
  }
  return values;
}

/** Returns the attributes in the schema's order, with stored ones that no schema knows any more. */
function assemble(type: ResourceType, stored: JsonObject, draft: Draft): JsonObject {
  const { written } = draft;
  const result = valuesOf(type.attributes, draft);
  for (const extension of type.extensions) {
    const values = valuesOf(extension.attributes, draft);
    if (written.some((it) => it.extension && it.schema === extension.schema)) {
      requireExtension(extension, values);
    }
    if (Object.keys(values).length > 0) result[extension.schema] = values;
  }
  const known = new Set([
    ...type.attributes.map(({ name }) => name),
    ...type.extensions.map(({ schema }) => schema),
  ]);
  const unknown = Object.entries(stored).filter(([name]) => !known.has(name));
  return { ...result, ...Object.fromEntries(unknown) };
}

const countOf = (value: Json | undefined): number => (isJsonArray(value) ? value.length : 1);

/**
 * Returns the resource after a PATCH. Each operation works on the result of the previous one, and all succeed or none
 * (RFC 7644 §3.5.2). The arguments are not modified. `stored` is the result of `canonicalise` or of an earlier PATCH;
 * it has no group members, whose changes are in `members`.
 * @throws ScimError 400 noTarget, mutability, invalidValue, tooMany
 */
export function applyPatch(type: ResourceType, stored: JsonObject, patch: Patch): Patched {
  const draft = new Draft(stored);
  const cost = new PatchCost((attribute) => countOf(draft.before(attribute)));
  for (const { index, step } of patch.operations) inOperation(index, () => cost.add(step));
  for (const { index, step } of patch.operations) inOperation(index, () => draft.take(step));
  const changed = validate(draft).length > 0;
  const attributes = changed ? assemble(type, stored, draft) : stored;
  if (changed) checkImmutable(type, stored, attributes);
  const { password, removesPassword } = draft;
  return { attributes, changed, password, removesPassword, members: patch.members };
}
