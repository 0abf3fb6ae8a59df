/**
 * Certificates of an authority that speaks ACME (RFC 8555): ordering and renewing them, the answers to its challenges,
 * and where all of it is kept, sealed, for every node. It does not know how TLS serves them.
 */
export { createChallenges } from './challenges.ts';
export { CERTIFICATE, createItems, sealedAcmeItems } from './items.ts';
export { renewCertificate } from './renew-certificate.ts';
