/** How large a form may be (docs/decisions/0071-templates-are-made-from-files.md, "Larger forms"). */
export const DEFINITION_LIMITS = {
  /** Fields, columns of tables included. */
  fields: 2000,
  /** Choices of all fields together. A shared list has room for more. */
  choices: 10_000,
  /** Bytes of JSON, without pictures. */
  bytes: 2_097_152,
} as const;

/** The largest body of a request with a definition: with its pictures, and the members around it. */
export const MAX_DEFINITION_BODY = 3_670_016;

/** The largest body of a request that tries a definition with answers, of up to 1 MiB. */
export const MAX_TRIAL_BODY = MAX_DEFINITION_BODY + 1_048_576;
