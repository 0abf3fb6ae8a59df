/** What the server's policy wants on every style that is added while the page runs. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// What locks scrolling behind a dialog looks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
