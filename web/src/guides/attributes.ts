// The meaning of each SCIM attribute in Formstead, and its default source in each identity provider. Where a source is
// missing, the reader chooses it in the identity provider's attribute mapping.
import type { Text } from './guide.ts';
import type { GuideId } from './guide-ids.ts';

type Kept = 'stored' | 'kept-secret' | 'ignored';

export interface MappedAttribute {
  readonly resourceType: 'User' | 'Group';
  /** The path in the notation of SCIM. */
  readonly path: string;
  readonly here: Text;
  readonly kept: Kept;
  readonly from: Partial<Readonly<Record<GuideId, string>>>;
}

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const user = (
  path: string,
  en: string,
  de: string,
  from: MappedAttribute['from'] = {},
): MappedAttribute => ({
  resourceType: 'User',
  path,
  here: { en, de },
  kept: 'stored',
  from,
});

export const ATTRIBUTES: readonly MappedAttribute[] = [
  user('userName', 'User name for signing in', 'Benutzername für die Anmeldung', {
    entra: 'userPrincipalName',
    okta: 'userName',
    onelogin: 'scimusername',
    authentik: 'username',
    keycloak: 'username',
  }),
  user('externalId', 'ID in the identity provider', 'ID im Identity Provider', {
    entra: 'mailNickname',
    okta: 'id',
    authentik: 'uid',
    keycloak: 'id',
  }),
  user('active', 'Active or inactive', 'Aktiv oder deaktiviert', {
    entra: 'Not([IsSoftDeleted])',
    okta: 'active',
    authentik: 'is_active',
    keycloak: 'enabled',
  }),
  user('displayName', 'Display name', 'Anzeigename', {
    entra: 'displayName',
    okta: 'displayName',
    onelogin: 'display_name',
    authentik: 'name',
    keycloak: 'firstName lastName',
  }),
  user('name.givenName', 'Given name', 'Vorname', {
    entra: 'givenName',
    okta: 'firstName',
    onelogin: 'firstname',
    authentik: 'name',
  }),
  user('name.familyName', 'Family name', 'Nachname', {
    entra: 'surname',
    okta: 'lastName',
    onelogin: 'lastname',
    authentik: 'name',
  }),
  user('name.formatted', 'Full name', 'Vollständiger Name', {
    entra: 'givenName surname',
    onelogin: 'display_name',
    authentik: 'name',
  }),
  user(
    'emails.value',
    'Email: the primary address, or the first one',
    'E-Mail: die primäre Adresse, sonst die erste',
    {
      entra: 'mail',
      okta: 'email',
      onelogin: 'email',
      authentik: 'email',
      keycloak: 'email',
    },
  ),
  {
    ...user('password', 'Password (never shown)', 'Passwort (wird nie angezeigt)', {
      okta: 'password',
    }),
    kept: 'kept-secret',
  },
  user('title', 'Job title', 'Stellenbezeichnung', { entra: 'jobTitle', okta: 'title' }),
  user('phoneNumbers.value', 'Phone numbers', 'Telefonnummern', {
    entra: 'telephoneNumber, mobile, facsimileTelephoneNumber',
    okta: 'primaryPhone',
  }),
  user('addresses.streetAddress', 'Addresses', 'Anschriften', {
    entra: 'streetAddress',
    okta: 'streetAddress',
  }),
  user('addresses.locality', 'Addresses', 'Anschriften', { entra: 'city', okta: 'city' }),
  user('addresses.postalCode', 'Addresses', 'Anschriften', {
    entra: 'postalCode',
    okta: 'zipCode',
  }),
  user('addresses.country', 'Addresses', 'Anschriften', {
    entra: 'country',
    okta: 'countryCode',
  }),
  user('preferredLanguage', 'Language', 'Sprache', {
    entra: 'preferredLanguage',
    okta: 'preferredLanguage',
  }),
  user('locale', 'Region', 'Region', { okta: 'locale', authentik: 'locale' }),
  user('timezone', 'Time zone', 'Zeitzone', { okta: 'timezone' }),
  user(`${ENTERPRISE}:employeeNumber`, 'Employee number', 'Personalnummer', {
    entra: 'employeeId',
    okta: 'employeeNumber',
  }),
  user(`${ENTERPRISE}:department`, 'Department', 'Abteilung', {
    entra: 'department',
    okta: 'department',
    onelogin: 'department',
  }),
  user(`${ENTERPRISE}:costCenter`, 'Cost centre', 'Kostenstelle', { okta: 'costCenter' }),
  user(`${ENTERPRISE}:division`, 'Division', 'Bereich', { okta: 'division' }),
  user(`${ENTERPRISE}:organization`, 'Organisation', 'Organisation', { okta: 'organization' }),
  user(
    `${ENTERPRISE}:manager.value`,
    'Manager (a provisioned user)',
    'Führungskraft (eine provisionierte Person)',
    { entra: 'manager', okta: 'managerId' },
  ),
  user(
    'roles.value',
    'Stored without effect: roles come from groups',
    'Ohne Wirkung gespeichert: Rollen kommen aus Gruppen',
    { entra: 'appRoleAssignments', keycloak: 'roles' },
  ),
  {
    ...user('groups', 'Derived from the groups', 'Ergibt sich aus den Gruppen', { okta: 'groups' }),
    kept: 'ignored',
  },
  {
    resourceType: 'Group',
    path: 'displayName',
    here: { en: 'Group name', de: 'Gruppenname' },
    kept: 'stored',
    from: { entra: 'displayName', okta: 'name', authentik: 'name', keycloak: 'name' },
  },
  {
    resourceType: 'Group',
    path: 'externalId',
    here: { en: 'ID in the identity provider', de: 'ID im Identity Provider' },
    kept: 'stored',
    from: { entra: 'objectId', authentik: 'pk', keycloak: 'id' },
  },
  {
    resourceType: 'Group',
    path: 'members.value',
    here: { en: 'Members', de: 'Mitglieder' },
    kept: 'stored',
    from: { entra: 'members', okta: 'members', authentik: 'users', keycloak: 'members' },
  },
];
