import { showUnseen } from '#kernel/unseen.ts';

/** Why an answer or metadata is refused. The codes are stable: they are stored in the audit log. */
export type SamlRefusalCode =
  // What arrived can't be read.
  | 'not-base64'
  | 'too-large'
  | 'not-utf8'
  | 'not-xml'
  | 'forbidden-markup'
  | 'too-complex'
  // It is no answer in the form that we read.
  | 'not-a-response'
  | 'version'
  | 'structure'
  | 'doubled-id'
  | 'encrypted'
  | 'status'
  // Nobody whom we trust has signed it.
  | 'certificates'
  | 'not-signed'
  | 'signature-form'
  | 'algorithm'
  | 'signature'
  // It is signed, but not for us, or not now.
  | 'issuer'
  | 'destination'
  | 'name-id'
  | 'subject-confirmation'
  | 'recipient'
  | 'in-response-to'
  | 'unsolicited'
  | 'time-format'
  | 'expired'
  | 'not-yet-valid'
  | 'issue-instant'
  | 'audience'
  | 'condition'
  | 'authentication'
  // Metadata.
  | 'no-identity-provider'
  | 'entity-id'
  | 'sign-on-address';

/**
 * A refusal, as a value. `said` is an English sentence for the admin: what was wrong, where, and what would be right.
 * The person who signs in never sees it.
 */
export type SamlRefusal = {
  readonly ok: false;
  readonly code: SamlRefusalCode;
  readonly said: string;
};

/** In characters. Names of elements and lists of audiences may have any length. */
const MAX_SAID = 1000;

/** Ends the reading. It never leaves this folder: `refusable` makes a value of it. */
class SamlRefused extends Error {
  readonly code: SamlRefusalCode;

  constructor(code: SamlRefusalCode, said: string) {
    super(said.slice(0, MAX_SAID));
    this.code = code;
  }
}

export function refuseSaml(code: SamlRefusalCode, said: string): never {
  throw new SamlRefused(code, said);
}

/** Runs a reader, and returns the refusal that ended it. Any other error is a fault of ours, and stays one. */
export function refusable<Read>(read: () => Read): Read | SamlRefusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof SamlRefused) return { ok: false, code: error.code, said: error.message };
    throw error;
  }
}

const MAX_SHOWN = 200;

/** Quotes a value that somebody else wrote: short, and without characters that could break a line of a log. */
export function shown(value: string | undefined): string {
  if (value === undefined) return 'nothing';
  return `"${showUnseen(value.slice(0, MAX_SHOWN))}${value.length > MAX_SHOWN ? '…' : ''}"`;
}
