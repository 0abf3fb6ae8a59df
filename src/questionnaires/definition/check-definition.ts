import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { picturesIn } from './check-picture.ts';
import { faultsOfPublishing } from './check-publishable.ts';
import { DEFINITION_LIMITS } from './definition-limits.ts';
import {
  type DefinitionFault,
  type FoundField,
  filterDefinition,
  type LocatedText,
} from './filter-definition.ts';
import { MAX_CHOICE_PICTURES, MAX_PICTURES } from './picture.ts';
import type { Wrong } from './wrong.ts';

export type { DefinitionFault, FoundField } from './filter-definition.ts';

export interface DefinitionReport {
  /** All faults; empty for a definition that is accepted. */
  readonly faults: readonly DefinitionFault[];
  /** In the order of the form. */
  readonly fields: readonly FoundField[];
  /** The definition without its refused parts; undefined when it is no object or too large. */
  readonly accepted: JsonObject | undefined;
  /** The faults of the parts that `accepted` does not contain. */
  readonly refused: readonly DefinitionFault[];
  /** The expressions in `accepted`. Only the engine can parse them. */
  readonly expressions: readonly LocatedText[];
}

/**
 * Compares a SurveyJS definition with our profile: types, properties and their values, names, sizes. Only the engine
 * can parse the expressions in it.
 */
export function reportOnDefinition(definition: JsonValue): DefinitionReport {
  if (!isObject(definition))
    return rejected({ kind: 'needsObject', text: 'The definition must be a JSON object.' });
  const { ofTexts, ofChoices } = picturesIn(definition);
  if (ofTexts.length > MAX_PICTURES) {
    return rejected({
      kind: 'tooManyPictures',
      values: { limit: MAX_PICTURES },
      text: `A form has at most ${MAX_PICTURES} pictures.`,
    });
  }
  if (ofChoices.length > MAX_CHOICE_PICTURES) {
    return rejected({
      kind: 'tooManyChoicePictures',
      values: { limit: MAX_CHOICE_PICTURES },
      text: `The choices of a form have at most ${MAX_CHOICE_PICTURES} pictures together.`,
    });
  }
  const pictures = [...ofTexts, ...ofChoices].join('').length;
  if (Buffer.byteLength(JSON.stringify(definition)) - pictures > DEFINITION_LIMITS.bytes) {
    return rejected({
      kind: 'tooLarge',
      values: { limit: DEFINITION_LIMITS.bytes },
      text: `The definition is larger than ${DEFINITION_LIMITS.bytes} bytes.`,
    });
  }
  const found = filterDefinition(definition);
  return { ...found, faults: found.refused };
}

const rejected = (wrong: Wrong): DefinitionReport => {
  const faults = [{ at: '', ...wrong }];
  return { faults, fields: [], accepted: undefined, refused: [], expressions: [] };
};

/** Checks that a stored definition can also be filled in. @throws AppError `invalid-definition`. */
export function requirePublishable(definition: JsonObject): void {
  const faults = faultsOfPublishing(definition);
  if (faults.length > 0) throw invalidDefinition(faults);
}

/** Checks a definition. @throws AppError `invalid-definition` naming the first position, with all `faults`. */
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
