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
        en: 'Keycloak itself does not send SCIM. Put the extension keycloak-scim (mitodl on GitHub) into its providers folder and restart it.',
        de: 'Keycloak selbst schickt kein SCIM. Legen Sie die Erweiterung keycloak-scim (mitodl auf GitHub) in seinen Ordner providers und starten Sie es neu.',
      },
    },
    {
      text: {
        en: 'In the admin console look for the event listeners of the realm (in older versions `Events`, `Config`) and add scim.',
        de: 'Suchen Sie in der Admin-Konsole die Event Listener des Realms (in älteren Versionen `Events`, `Config`) und fügen Sie scim hinzu.',
      },
      fields: [{ field: 'Event listeners', copy: 'scim' }],
    },
    {
      text: {
        en: 'Open `User federation`, add a provider of the kind scim, and fill it in.',
        de: 'Öffnen Sie `User federation`, fügen Sie einen Provider der Art scim hinzu und füllen Sie ihn aus.',
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
        en: 'Leave `Import during sync` off: one of its choices deletes people here that Keycloak does not know.',
        de: 'Lassen Sie `Import during sync` aus: Eine seiner Möglichkeiten löscht hier Personen, die Keycloak nicht kennt.',
      },
    },
    {
      text: {
        en: 'Switch on the propagation of users, and of groups if you want them, save, and start a full sync.',
        de: 'Schalten Sie die Übertragung von Personen und, wenn gewünscht, Gruppen ein, speichern Sie und starten Sie einen vollen Sync.',
      },
    },
    watchLog,
  ],
  notes: [
    omittedMembers,
    {
      en: 'The extension does not look for people who exist here already: they get a 409 and stay unlinked. Start with nobody provisioned, or rename the one here.',
      de: 'Die Erweiterung sucht nicht nach Personen, die es hier schon gibt: Sie bekommen eine 409 und bleiben unverbunden. Beginnen Sie ohne solche Personen oder benennen Sie hier um.',
    },
    {
      en: 'It waits five seconds for an answer and repeats only when there was none.',
      de: 'Sie wartet fünf Sekunden auf eine Antwort und wiederholt nur, wenn keine kam.',
    },
    {
      en: 'Who is deleted in Keycloak is deleted here.',
      de: 'Wer in Keycloak gelöscht wird, wird hier gelöscht.',
    },
    {
      en: 'There are other extensions and forks; the words on their pages differ, the values are the same.',
      de: 'Es gibt andere Erweiterungen und Abspaltungen; deren Worte sind anders, die Werte gleich.',
    },
  ],
};
