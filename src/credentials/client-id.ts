const CLIENT_ID = /^([a-z0-9]{1,40})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface ClientId {
  readonly id: string;
  /** The code of the account that the client id belongs to. */
  readonly code: string;
}

/** Looked up instead of text that cannot be a client id, so that the work is the same. */
export const NO_CLIENT: ClientId = { code: '-', id: '-' };

/** Returns undefined for text that cannot be a client id. */
export function parseClientId(text: string): ClientId | undefined {
  const code = CLIENT_ID.exec(text)?.[1];
  return code === undefined ? undefined : { code, id: text };
}
