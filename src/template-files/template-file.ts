// The file in which a template moves from one Formstead to another.

import type { Template } from '#form-basics/index.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { withCalculatedFields } from './calculated-values.ts';
import { withCurrentNames } from './current-names.ts';
import type { FileList } from './file-list.ts';
import { readFileLists } from './file-lists.ts';
import { Notes } from './notes.ts';
import { damaged, ImportRefused } from './refusal.ts';
import { storable } from './storable.ts';

const TEMPLATE_FORMAT = 'formstead-template';
/** Increases when an older program can no longer read the file. */
const TEMPLATE_FORMAT_VERSION = 1;

export interface TemplateFile {
  readonly format: typeof TEMPLATE_FORMAT;
  readonly version: typeof TEMPLATE_FORMAT_VERSION;
  readonly name: string;
  readonly description?: string;
  readonly namePattern: string;
  readonly definition: JsonObject;
  /** The lists that its fields name; left out when there are none. */
  readonly lists?: readonly FileList[];
  /** What happens by itself with its forms; left out when there is nothing. */
  readonly rules?: readonly JsonObject[];
}

/** Returns the file of a template's draft. */
export const templateFileOf = (
  template: Template,
  lists: readonly FileList[],
  rules: readonly JsonObject[],
): TemplateFile => ({
  format: TEMPLATE_FORMAT,
  version: TEMPLATE_FORMAT_VERSION,
  name: template.name,
  ...(template.description !== undefined && { description: template.description }),
  namePattern: template.namePattern,
  definition: template.draftDefinition,
  ...(lists.length > 0 && { lists }),
  ...(rules.length > 0 && { rules }),
});

export interface ReadTemplate {
  readonly name?: string;
  readonly description?: string;
  /** Not yet checked. */
  readonly namePattern?: string;
  /** Not yet checked. */
  readonly definition: JsonObject;
  readonly lists?: readonly FileList[];
  /** Not yet checked. */
  readonly rules?: readonly JsonValue[];
  readonly notes: Notes;
}

const KNOWN: ReadonlySet<string> = new Set([
  'format',
  'version',
  'name',
  'description',
  'namePattern',
  'definition',
  'lists',
  'rules',
]);
const MAX_DEPTH = 64;
const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;

/**
 * Reads a file. A definition of SurveyJS by itself is read as well.
 * @throws ImportRefused for something else, or a version that this program does not know
 */
export function readTemplateFile(bytes: Buffer): ReadTemplate {
  const notes = new Notes();
  const value = storable(parse(bytes), notes);
  if (!isObject(value)) throw new ImportRefused({ reason: 'import-kind' });
  if (member(value, 'format') !== TEMPLATE_FORMAT) {
    if (!['pages', 'elements', 'questions'].some((name) => Object.hasOwn(value, name))) {
      throw new ImportRefused({ reason: 'import-kind' });
    }
    const title = member(value, 'title');
    return {
      definition: onPages(value),
      notes,
      ...(typeof title === 'string' && title && { name: title }),
    };
  }
  const version = member(value, 'version');
  if (version !== TEMPLATE_FORMAT_VERSION) {
    throw new ImportRefused({
      reason: 'import-version',
      value: JSON.stringify(version ?? null).slice(0, 40),
    });
  }
  const definition = member(value, 'definition');
  if (!isObject(definition)) throw damaged('definition');
  for (const name of Object.keys(value)) {
    if (!KNOWN.has(name)) notes.add('member', {}, { member: name });
  }
  const textIn = (name: string, most: number) => {
    const text = member(value, name);
    const isText = typeof text === 'string' && text.trim() !== '';
    return isText ? { [name]: text.trim().slice(0, most).toWellFormed() } : {};
  };
  const namePattern = member(value, 'namePattern');
  const rules = member(value, 'rules');
  return {
    definition: onPages(definition),
    notes,
    lists: readFileLists(member(value, 'lists')),
    ...textIn('name', MAX_NAME),
    ...textIn('description', MAX_DESCRIPTION),
    ...(typeof namePattern === 'string' && { namePattern }),
    ...(Array.isArray(rules) && { rules }),
  };
}

/** Renews the names of properties, and moves elements beside pages onto a page of their own, the last one, as the builder does. */
function onPages(given: JsonObject): JsonObject {
  const definition = withCalculatedFields(withCurrentNames(given));
  const { elements, ...rest } = definition;
  const pages = member(definition, 'pages');
  if (elements === undefined || !Array.isArray(pages) || pages.length === 0) return definition;
  const isEmpty = Array.isArray(elements) && elements.length === 0;
  return isEmpty ? rest : { ...rest, pages: [...pages, { elements }] };
}

function parse(bytes: Buffer): JsonValue {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: JsonValue = JSON.parse(text);
    return isShallow(value, MAX_DEPTH) ? value : null;
  } catch {
    return null;
  }
}

/** Returns whether a value nests at most so deep: what follows reads it with functions that call themselves. */
function isShallow(value: JsonValue, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((inner: JsonValue) => isShallow(inner, left - 1));
}
