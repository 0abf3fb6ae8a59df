import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { noConnection } from '#sign-in/sso/connection-item.ts';
import { hasSamlConnection } from '#sign-in/sso/open-connection.ts';
import { ownAddresses, samlLibrary } from '#sign-in/sso/saml-provider.ts';

/** GET /saml/:connection/metadata: Formstead as an identity provider reads it. It says nothing of the organisation. */
export const getSamlMetadata = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/saml/:connection/metadata',
    protocol: 'problem',
    access: 'public',
    limit: 'public',
    doc: {
      summary: 'Metadata of Formstead for an identity provider (SAML)',
      tag: 'Single sign-on',
      description:
        'To import at the identity provider of a connection by SAML 2.0. There is no key in it: Formstead signs no requests and reads no encrypted assertions. There is no single logout.',
      responses: {
        200: {
          description: 'The metadata, as application/samlmetadata+xml.',
          headers: { 'Content-Disposition': 'A name for the file.' },
        },
        404: 'no connection',
      },
    },
    async handle({ params }) {
      const id = params.connection;
      if (!(await hasSamlConnection(deps, deps.db.reader, id))) throw noConnection();
      const { entityId, acs } = ownAddresses(deps, id);
      const { ownSamlMetadata } = await samlLibrary();
      return {
        status: 200,
        headers: {
          'content-type': 'application/samlmetadata+xml',
          'content-disposition': 'attachment; filename="formstead-metadata.xml"',
        },
        body: ownSamlMetadata({ entityId, acs }),
      };
    },
  });
