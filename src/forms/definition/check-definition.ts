import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { faultsOfPublishing } from './check-publishable.ts';
import { type DefinitionFault, type FoundField, type PlacedText, sieve } from './sieve.ts';

export { type DefinitionFault, type FoundField, MAX_FIELDS } from './sieve.ts';

/** The largest definition, in bytes of JSON. */
const MAX_DEFINITION_BYTES = 262_144;

export interface DefinitionReport {
  /** Everything that is wrong; empty for a definition that is taken. */
  readonly faults: readonly DefinitionFault[];
  /** In the order of the form. */
  readonly fields: readonly FoundField[];
  /** Without what was refused; undefined when nothing can be made of it. */
  readonly accepted: JsonObject | undefined;
  /** What `accepted` was freed of. */
  readonly refused: readonly DefinitionFault[];
  /** Of `accepted`; whether they can be read is the engine's business. */
  readonly expressions: readonly PlacedText[];
}

/**
 * Holds a SurveyJS definition against our profile: types and properties that there are, values that
 * they may hold, names, sizes. Whether its expressions can be read is the engine's business.
 */
export function reportOnDefinition(definition: JsonValue): DefinitionReport {
  if (!isObject(definition)) return hopeless('The definition must be a JSON object.');
  if (Buffer.byteLength(JSON.stringify(definition)) > MAX_DEFINITION_BYTES) {
    return hopeless(`The definition is larger than ${MAX_DEFINITION_BYTES} bytes.`);
  }
  const found = sieve(definition);
  return { ...found, faults: found.refused };
}

const hopeless = (text: string): DefinitionReport => {
  const faults = [{ at: '', text }];
  return { faults, fields: [], accepted: undefined, refused: [], expressions: [] };
};

/** @throws AppError `invalid-definition` for a definition that can be stored, but not be filled in. */
export function requirePublishable(definition: JsonObject): void {
  const faults = faultsOfPublishing(definition);
  if (faults.length > 0) throw invalidDefinition(faults);
}

/** @throws AppError `invalid-definition` naming the first place, with all `faults`. */
export function checkDefinition(definition: JsonValue): {
  readonly fields: readonly FoundField[];
} {
  const { faults, fields } = reportOnDefinition(definition);
  if (faults.length > 0) throw invalidDefinition(faults);
  return { fields };
}

export function invalidDefinition(faults: readonly DefinitionFault[]) {
  const [{ at, text } = { at: '', text: 'The definition is not valid.' }] = faults;
  const detail = at === '' ? text : `${at}: ${text}`;
  return fail('invalid-definition', detail, { ...(at !== '' && { at }), extra: { faults } });
}
