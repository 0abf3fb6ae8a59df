/** The nonce that the server's content security policy requires of styles that are added at run time. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The library that locks scrolling behind a dialog reads the nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
