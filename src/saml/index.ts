/**
 * SAML 2.0 for sign-in, without storage and without a network: the request to an identity provider, its answer, its
 * metadata and ours.
 */
export { ownSamlMetadata } from './own-saml-metadata.ts';
export { type ExpectedAnswer, readSamlAnswer, type SamlIdentity } from './read-saml-answer.ts';
export { readSamlMetadata, type SamlCertificate, type SamlMetadata } from './read-saml-metadata.ts';
export type { SamlRefusal, SamlRefusalCode } from './refusal.ts';
export { samlRequest } from './saml-request.ts';
