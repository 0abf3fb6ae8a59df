/** Of the token endpoint (INTERFACE §4.1), under the issuer. */
export const TOKEN_PATH = '/connect/token';
