const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

export type ErrorBody = {
  readonly schemas: readonly [typeof ERROR];
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
};

/** Returns the body of an error response (RFC 7644 §3.12), where `status` is a string, which clients check. */
export function errorBody(error: {
  readonly status: number;
  readonly detail: string;
  readonly scimType?: string | undefined;
}): ErrorBody {
  const { status, detail, scimType } = error;
  return {
    schemas: [ERROR],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  };
}
