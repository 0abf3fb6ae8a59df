import { type Guide, watchLog } from './guide.ts';

export const pingfederate: Guide = {
  id: 'pingfederate',
  name: 'PingFederate',
  proof: {
    en: 'OAuth 2 client credentials. Access tokens expire after an hour, and you can regenerate the secret with an overlap. A provisioning token as OAuth 2 bearer token works too.',
    de: 'OAuth 2 Client Credentials. Access-Tokens laufen nach einer Stunde ab, und das Secret lässt sich mit Überlappung erneuern. Ein Provisioning-Token als OAuth 2 Bearer Token funktioniert auch.',
  },
  steps: [
    {
      text: {
        en: 'In Formstead, open `API credentials` and create a credential whose user is an admin, with the permission `Provision users and groups (SCIM)`. Keep the client ID and the secret safe: Formstead shows the secret only once.',
        de: 'Öffnen Sie in Formstead `API-Zugänge` und legen Sie einen Zugang an, dessen Person die Rolle Admin hat, mit der Berechtigung `Personen und Gruppen provisionieren (SCIM)`. Bewahren Sie Client-ID und Secret sicher auf: Formstead zeigt das Secret nur einmal an.',
      },
    },
    {
      text: {
        en: 'In PingFederate, install the SCIM Provisioner and create an SP connection for it (`Applications`, `Integration`, `SP Connections`) with outbound provisioning.',
        de: 'Installieren Sie in PingFederate den SCIM Provisioner und legen Sie dafür eine SP-Verbindung (`Applications`, `Integration`, `SP Connections`) mit Outbound Provisioning an.',
      },
    },
    {
      text: { en: 'Enter the target.', de: 'Tragen Sie das Ziel ein.' },
      fields: [
        { field: 'SCIM URL', copy: '{baseUrl}' },
        { field: 'SCIM Version', copy: '2.0' },
        { field: 'Authentication Methods', copy: 'OAuth 2 Client Credentials' },
        { field: 'Token Request Endpoint', copy: '{tokenUrl}' },
        { field: 'Client ID', own: 'clientId' },
        { field: 'Client Secret', own: 'clientSecret' },
        { field: 'Scope', copy: 'public_api' },
        { field: 'Unique User Identifier', copy: 'userName' },
      ],
    },
    {
      text: {
        en: 'Choose the actions. With `Remove User Action`, choose whether people who leave are disabled or deleted. Disabled people keep their groups and can be reactivated.',
        de: 'Wählen Sie die Aktionen und mit `Remove User Action`, ob ausscheidende Personen deaktiviert oder gelöscht werden. Deaktivierte Personen behalten ihre Gruppen und lassen sich wieder aktivieren.',
      },
    },
    {
      text: {
        en: 'Create a channel with its source, the people to send, and the attribute mapping. Then activate the channel and the connection.',
        de: 'Legen Sie einen Kanal mit Quelle, Personen und Attributzuordnung an. Aktivieren Sie dann Kanal und Verbindung.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'Without the SCIM Provisioner, the built-in provisioning of PingFederate may support only SCIM 1.1, which Formstead does not support.',
      de: 'Ohne den SCIM Provisioner unterstützt das eingebaute Provisioning von PingFederate eventuell nur SCIM 1.1, das Formstead nicht unterstützt.',
    },
    {
      en: 'PingFederate sends all attributes of a person with each change. Formstead clears the attributes that the mapping leaves out.',
      de: 'PingFederate sendet bei jeder Änderung alle Attribute einer Person. Attribute, die in der Zuordnung fehlen, leert Formstead.',
    },
    {
      en: 'PingFederate reads all groups to match them. With very many groups, each start takes a while.',
      de: 'PingFederate liest zum Abgleich alle Gruppen. Bei sehr vielen Gruppen dauert jeder Start eine Weile.',
    },
    {
      en: 'PingOne asks for the same values in `Integrations`, `Provisioning`, `New Connection`, `SCIM`, and has a `Test Connection` button.',
      de: 'PingOne fragt unter `Integrations`, `Provisioning`, `New Connection`, `SCIM` nach denselben Werten und hat eine Schaltfläche `Test Connection`.',
    },
  ],
};
