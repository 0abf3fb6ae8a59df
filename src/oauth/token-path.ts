/** The path of the token endpoint under the issuer. */
export const TOKEN_PATH = '/connect/token';
