// The headers of the sheets of an XLSForm (https://xlsform.org/en/ref-table), with the spellings of older tools.

/** A column: what it holds, and in which language. */
export interface Header {
  /** The name of the specification, such as `constraint_message`. */
  readonly name: string;
  /** As the header spells it; undefined for the default language. */
  readonly language: string | undefined;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['caption', 'label'],
  ['command', 'type'],
  ['tag', 'name'],
  ['relevance', 'relevant'],
  ['calculate', 'calculation'],
  ['readonly', 'read_only'],
  ['bind::relevant', 'relevant'],
  ['bind::required', 'required'],
  ['bind::constraint', 'constraint'],
  ['bind::calculate', 'calculation'],
  ['bind::readonly', 'read_only'],
  ['bind::jr:constraintmsg', 'constraint_message'],
  ['bind::jr:requiredmsg', 'required_message'],
  ['bind::type', 'bind_type'],
  ['constraintmsg', 'constraint_message'],
  ['requiredmsg', 'required_message'],
  ['constraint_msg', 'constraint_message'],
  ['required_msg', 'required_message'],
  ['control::appearance', 'appearance'],
  ['body::appearance', 'appearance'],
  ['control::jr:count', 'repeat_count'],
  ['body::jr:count', 'repeat_count'],
  ['count', 'repeat_count'],
  ['image', 'media::image'],
  ['audio', 'media::audio'],
  ['video', 'media::video'],
  ['big-image', 'media::big-image'],
  ['listname', 'list_name'],
  ['title', 'form_title'],
  ['id_string', 'form_id'],
]);

/** Columns that come once for each language. */
const TRANSLATED: ReadonlySet<string> = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'media::image',
  'media::audio',
  'media::video',
  'media::big-image',
]);

/** Reads a header; undefined for an empty one. */
export function readHeader(text: string): Header | undefined {
  const spelled = text.trim();
  if (spelled === '') return undefined;
  const whole = nameOf(spelled);
  if (TRANSLATED.has(whole)) return { name: whole, language: undefined };
  for (const mark of ['::', ':']) {
    const cut = spelled.lastIndexOf(mark);
    if (cut === -1) continue;
    const name = nameOf(spelled.slice(0, cut).replace(/:+$/, ''));
    const language = spelled.slice(cut + mark.length).trim();
    if (TRANSLATED.has(name) && language !== '') return { name, language };
  }
  return { name: whole, language: undefined };
}

function nameOf(spelled: string): string {
  const plain = spelled
    .trim()
    .toLowerCase()
    .replaceAll(/\s*::\s*/g, '::')
    // Older tools write one colon.
    .replace(/^(bind|control|body|media)\s*:\s*(?=[^:\s])/, '$1::');
  const joined = plain.replaceAll(/\s+/g, '_');
  return ALIASES.get(joined) ?? ALIASES.get(plain) ?? joined;
}
