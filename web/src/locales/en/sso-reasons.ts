/** Why a connection for single sign-on can't be set up so. */
export const ssoReasons = {
  'secret-needed': 'You changed the issuer. Enter the client secret again.',
  'claim-not-lasting':
    'This claim can change or pass to another person. Use sub (Okta) or oid (Entra).',
  'credential-of-another':
    'The connection “{{name}}” already uses one of these credentials. Remove it there, or choose another one.',
  'issuer-address': 'The issuer must be an https address without a query or fragment.',
  'saml-metadata': '{{said}} So Formstead can’t use this metadata.',
  'saml-unreachable':
    'Formstead can’t read this address. Check it, or upload the metadata as a file.',
  'saml-metadata-needed': 'Enter the metadata of the identity provider first.',
  'saml-not-waiting': 'This sign-on address has changed again. Reload the page and check it.',
} as const;
