import { type Guide, watchLog } from './guide.ts';

export const pingfederate: Guide = {
  id: 'pingfederate',
  name: 'PingFederate',
  proof: {
    en: 'OAuth 2 client credentials: tokens live for an hour and the secret can be renewed with an overlap. A provisioning token as OAuth 2 bearer token works too.',
    de: 'OAuth 2 Client Credentials: Tokens gelten eine Stunde, und das Secret lässt sich mit Überlappung erneuern. Ein Provisioning-Token als OAuth 2 Bearer Token geht auch.',
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
        en: 'In PingFederate install the SCIM Provisioner and make an SP connection for it (`Applications`, `Integration`, `SP Connections`) with outbound provisioning.',
        de: 'Installieren Sie in PingFederate den SCIM Provisioner und legen Sie dafür eine SP-Verbindung (`Applications`, `Integration`, `SP Connections`) mit Outbound Provisioning an.',
      },
    },
    {
      text: { en: 'Set the target.', de: 'Tragen Sie das Ziel ein.' },
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
        en: 'Choose which actions to do, and with `Remove User Action` whether somebody who leaves is disabled or deleted. Disabled people keep their groups and can come back.',
        de: 'Wählen Sie die Aktionen und mit `Remove User Action`, ob jemand, der geht, deaktiviert oder gelöscht wird. Wer deaktiviert ist, behält seine Gruppen und kann zurückkommen.',
      },
    },
    {
      text: {
        en: 'Make a channel: its source, who is sent, and the attribute mapping. Then activate channel and connection.',
        de: 'Legen Sie einen Kanal an: seine Quelle, wer geschickt wird und die Attributzuordnung. Aktivieren Sie dann Kanal und Verbindung.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'The provisioning that is built into PingFederate without the SCIM Provisioner may speak SCIM 1.1 only, which is not understood here.',
      de: 'Das in PingFederate eingebaute Provisioning ohne den SCIM Provisioner spricht womöglich nur SCIM 1.1, das hier nicht verstanden wird.',
    },
    {
      en: 'People are sent whole with each change, so what the mapping leaves out is cleared here.',
      de: 'Personen werden bei jeder Änderung ganz geschickt: Was die Zuordnung auslässt, wird hier geleert.',
    },
    {
      en: 'Groups are matched by listing all groups; with very many this takes a while at each start.',
      de: 'Gruppen werden abgeglichen, indem alle gelesen werden; bei sehr vielen dauert das bei jedem Start.',
    },
    {
      en: 'PingOne asks for the same values in `Integrations`, `Provisioning`, `New Connection`, `SCIM`, and has a Test Connection button.',
      de: 'PingOne fragt unter `Integrations`, `Provisioning`, `New Connection`, `SCIM` nach denselben Werten und hat einen Knopf Test Connection.',
    },
  ],
};
