// A SAML identity provider over HTTPS on this machine: metadata, sign-in, and a tile that nobody asked for. It signs in
// whoever comes as `person`, and answers with a page that posts the answer, as real ones do.
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inflateRawSync } from 'node:zlib';
import { makePair } from './certificates.ts';
import {
  encodedSaml,
  makeSamlKeys,
  responseXml,
  type SamlAnswer,
  type SamlKeys,
  samlAnswer,
  signSaml,
} from './saml-answers.ts';

/** What a service asked for, as its AuthnRequest says. */
export interface SamlAsked {
  readonly id: string;
  readonly acs: string;
  readonly entityId: string;
  readonly forceAuthn: boolean;
  readonly relayState: string | undefined;
}

/** What the page of the identity provider posts to the service. */
export interface SamlPost {
  readonly acs: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface SamlProvider {
  readonly entityId: string;
  readonly metadataAddress: string;
  readonly signOnAddress: string;
  /** Posts an answer to no request, to the service of the last request or to the given one. */
  tileAddress(service: { readonly acs: string; readonly entityId: string }): string;
  /** Its keys: the first one signs, and its metadata names the certificates of all. */
  keys: readonly SamlKeys[];
  person: {
    readonly nameId: string;
    readonly attributes?: Readonly<Record<string, readonly string[]>>;
  };
  /** Replaces members of the next answers, which is how a test gets something wrong that is signed. */
  faults: Partial<SamlAnswer>;
  /** Changes the XML of the next answers after it was signed. */
  tamper: ((xml: string) => string) | undefined;
  signs: 'Assertion' | 'Response' | 'both' | 'nothing';
  /** Whether its page posts the answer by itself, or waits for its button "Continue". */
  waits: boolean;
  /** All requests so far, the newest last. */
  readonly asked: readonly SamlAsked[];
  metadata(): string;
  /** Returns what the page would post, without a browser. */
  answerTo(request: URL): SamlPost;
  /** Returns an answer to no request. */
  unsolicited(service: { readonly acs: string; readonly entityId: string }): SamlPost;
  close(): void;
}

/** Starts an identity provider at `https://localhost`. Node trusts its certificate from then on. */
export async function startSamlProvider(): Promise<SamlProvider> {
  const pair = await makePair(Date.now(), ['localhost', '127.0.0.1']);
  setDefaultCACertificates([...getCACertificates(), pair.ca]);
  const server = createServer(pair, (request, response) => {
    const url = new URL(request.url ?? '/', base);
    const page = pageAt(idp, url);
    response.writeHead(page ? 200 : 404, {
      'content-type': url.pathname === '/metadata' ? 'application/samlmetadata+xml' : 'text/html',
    });
    response.end(page ?? 'Not here.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `https://localhost:${portOf(server)}`;
  const asked: SamlAsked[] = [];
  const idp: SamlProvider = {
    entityId: `${base}/entity`,
    metadataAddress: `${base}/metadata`,
    signOnAddress: `${base}/sso`,
    tileAddress: (service) => `${base}/tile?${new URLSearchParams({ ...service })}`,
    keys: [makeSamlKeys()],
    person: { nameId: 'ann@acme.test' },
    faults: {},
    tamper: undefined,
    signs: 'Assertion',
    waits: false,
    asked,
    metadata: () => metadataOf(idp),
    answerTo(request) {
      const question = readRequest(request);
      asked.push(question);
      return post(idp, question, question.id);
    },
    unsolicited: (service) => post(idp, service, undefined),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return idp;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function pageAt(idp: SamlProvider, url: URL): string | undefined {
  if (url.pathname === '/metadata') return idp.metadata();
  if (url.pathname === '/sso') return postingPage(idp, idp.answerTo(url));
  if (url.pathname !== '/tile') return undefined;
  const { searchParams } = url;
  const service = {
    acs: searchParams.get('acs') ?? '',
    entityId: searchParams.get('entityId') ?? '',
  };
  return postingPage(idp, idp.unsolicited(service));
}

/** Reads the AuthnRequest of the HTTP-Redirect binding. */
export function readRequest(url: URL): SamlAsked {
  const encoded = url.searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(encoded, 'base64')).toString();
  const value = (pattern: RegExp): string =>
    (pattern.exec(xml)?.[1] ?? '').replaceAll('&amp;', '&');
  return {
    id: value(/ ID="([^"]*)"/),
    acs: value(/ AssertionConsumerServiceURL="([^"]*)"/),
    entityId: value(/<saml:Issuer>([^<]*)</),
    forceAuthn: value(/ ForceAuthn="([^"]*)"/) === 'true',
    relayState: url.searchParams.get('RelayState') ?? undefined,
  };
}

function post(
  idp: SamlProvider,
  service: {
    readonly acs: string;
    readonly entityId: string;
    readonly relayState?: string | undefined;
  },
  requestId: string | undefined,
): SamlPost {
  const [keys] = idp.keys;
  if (!keys) throw new Error('the identity provider has no keys');
  const { acs, entityId, relayState } = service;
  const answer = samlAnswer({
    issuer: idp.entityId,
    acs,
    entityId,
    requestId,
    ...idp.person,
    ...idp.faults,
  });
  let xml = responseXml(answer);
  if (idp.signs === 'Assertion' || idp.signs === 'both') xml = signSaml(xml, keys);
  if (idp.signs === 'Response' || idp.signs === 'both')
    xml = signSaml(xml, keys, { what: 'Response' });
  const SAMLResponse = encodedSaml(idp.tamper?.(xml) ?? xml);
  return {
    acs,
    fields: relayState === undefined ? { SAMLResponse } : { SAMLResponse, RelayState: relayState },
  };
}

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function postingPage(idp: SamlProvider, { acs, fields }: SamlPost): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${html(value)}">`,
  );
  return `<!doctype html><html lang="en"><title>Identity provider</title><main><h1>Signed in as ${html(idp.person.nameId)}</h1>
<form method="post" action="${html(acs)}">${inputs.join('')}<button>Continue</button></form></main>
${idp.waits ? '' : '<script>document.forms[0].submit()</script>'}</html>`;
}

function metadataOf(idp: SamlProvider): string {
  const keys = idp.keys.map(
    ({ certificate }) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[A-Z ]+-----|\n/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idp.entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${idp.signOnAddress}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${idp.signOnAddress}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}
