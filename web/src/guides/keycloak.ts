import { type Guide, makeToken, omittedMembers, watchLog } from './guide.ts';

export const keycloak: Guide = {
  id: 'keycloak',
  name: 'Keycloak',
  proof: {
    en: 'A provisioning token with the auth mode Bearer.',
    de: 'Ein Provisioning-Token mit dem Auth-Modus Bearer.',
  },
  steps: [
    makeToken('Keycloak'),
    {
      text: {
        en: 'Keycloak does not support SCIM on its own. Copy the extension keycloak-scim (mitodl on GitHub) into its providers folder and restart Keycloak.',
        de: 'Keycloak unterstützt SCIM nicht von sich aus. Kopieren Sie die Erweiterung keycloak-scim (mitodl auf GitHub) in den Ordner providers und starten Sie Keycloak neu.',
      },
    },
    {
      text: {
        en: 'In the admin console, open the event listeners of the realm (in older versions `Events`, `Config`) and add scim.',
        de: 'Öffnen Sie in der Admin-Konsole die Event Listener des Realms (in älteren Versionen `Events`, `Config`) und fügen Sie scim hinzu.',
      },
      fields: [{ field: 'Event listeners', copy: 'scim' }],
    },
    {
      text: {
        en: 'Open `User federation`, add a provider of the type scim, and fill in its fields.',
        de: 'Öffnen Sie `User federation`, fügen Sie einen Provider vom Typ scim hinzu und füllen Sie seine Felder aus.',
      },
      fields: [
        { field: 'SCIM 2.0 endpoint', copy: '{baseUrl}' },
        { field: 'Endpoint content type', copy: 'application/scim+json' },
        { field: 'Auth mode', copy: 'Bearer' },
        { field: 'Auth password/token', own: 'token' },
      ],
    },
    {
      text: {
        en: 'Leave `Import during sync` off. One of its options deletes people in Formstead whom Keycloak does not know.',
        de: 'Lassen Sie `Import during sync` aus. Eine der Optionen löscht in Formstead Personen, die Keycloak nicht kennt.',
      },
    },
    {
      text: {
        en: 'Turn on the propagation of users and, if you need them, of groups. Save, then start a full sync.',
        de: 'Schalten Sie die Übertragung von Personen und bei Bedarf von Gruppen ein. Speichern Sie und starten Sie eine vollständige Synchronisierung.',
      },
    },
    watchLog,
  ],
  notes: [
    omittedMembers,
    {
      en: 'The extension does not search for people who already exist in Formstead. They get a 409 and are not linked. Start without such people, or rename them in Formstead.',
      de: 'Die Erweiterung sucht nicht nach Personen, die es in Formstead schon gibt. Sie erhalten eine 409 und werden nicht verknüpft. Beginnen Sie ohne solche Personen oder benennen Sie sie in Formstead um.',
    },
    {
      en: 'The extension waits five seconds for a response and retries only if none arrives.',
      de: 'Die Erweiterung wartet fünf Sekunden auf eine Antwort und versucht es nur erneut, wenn keine kommt.',
    },
    {
      en: 'People whom you delete in Keycloak are deleted in Formstead.',
      de: 'Personen, die Sie in Keycloak löschen, werden in Formstead gelöscht.',
    },
    {
      en: 'Other extensions and forks name their fields differently, but use the same values.',
      de: 'Andere Erweiterungen und Forks benennen ihre Felder anders, verwenden aber dieselben Werte.',
    },
  ],
};
