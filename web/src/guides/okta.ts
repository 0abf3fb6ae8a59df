import { type Guide, makeToken, omittedMembers, watchLog } from './guide.ts';

export const okta: Guide = {
  id: 'okta',
  name: 'Okta',
  proof: {
    en: 'A provisioning token in the authorization header. Okta’s OAuth 2 needs a person’s sign-in here and is not offered.',
    de: 'Ein Provisioning-Token im Authorization-Header. OAuth 2 von Okta verlangt hier die Anmeldung einer Person und wird nicht angeboten.',
  },
  steps: [
    makeToken('Okta'),
    {
      text: {
        en: 'In the Okta admin console create an app integration with SAML or SWA sign-on (`Applications`, `Create App Integration`). OpenID Connect integrations can’t do SCIM.',
        de: 'Legen Sie in der Okta-Konsole eine App-Integration mit SAML- oder SWA-Anmeldung an (`Applications`, `Create App Integration`). Integrationen mit OpenID Connect können kein SCIM.',
      },
    },
    {
      text: {
        en: 'On its `General` tab, edit the app settings and set `Provisioning` to `SCIM`.',
        de: 'Bearbeiten Sie im Reiter `General` die Einstellungen und stellen Sie `Provisioning` auf `SCIM`.',
      },
    },
    {
      text: {
        en: 'On the `Provisioning` tab, edit the SCIM connection.',
        de: 'Bearbeiten Sie im Reiter `Provisioning` die SCIM-Verbindung.',
      },
      fields: [
        { field: 'SCIM connector base URL', copy: '{baseUrl}' },
        { field: 'Unique identifier field for users', copy: 'userName' },
        { field: 'Authentication Mode', copy: 'HTTP Header' },
        { field: 'Authorization (Bearer)', own: 'token' },
      ],
    },
    {
      text: {
        en: 'Choose the provisioning actions you want: new users, profile updates, groups. Then `Test Connector Configuration` and save.',
        de: 'Wählen Sie die gewünschten Aktionen: neue Personen, Änderungen, Gruppen. Dann `Test Connector Configuration` und speichern.',
      },
    },
    {
      text: {
        en: 'Under `To App`, switch on `Create Users`, `Update User Attributes` and `Deactivate Users`.',
        de: 'Schalten Sie unter `To App` `Create Users`, `Update User Attributes` und `Deactivate Users` ein.',
      },
    },
    {
      text: {
        en: 'Assign people on `Assignments`, and choose on `Push Groups` the groups to send. Members must have been assigned themselves.',
        de: 'Weisen Sie unter `Assignments` Personen zu und wählen Sie unter `Push Groups` die Gruppen. Mitglieder müssen selbst zugewiesen sein.',
      },
    },
    watchLog,
  ],
  notes: [
    omittedMembers,
    {
      en: 'Okta never deletes a person: unassigning deactivates, and assigning again brings the same person back. Suspending in Okta sends nothing.',
      de: 'Okta löscht nie jemanden: Wer nicht mehr zugewiesen ist, wird deaktiviert, und eine neue Zuweisung bringt dieselbe Person zurück. Sperren (Suspend) in Okta schickt nichts.',
    },
    {
      en: 'Okta always sends a password with a new person. It is never shown and must meet the password rules for provisioning under Security.',
      de: 'Okta schickt mit jeder neuen Person ein Passwort. Es wird nie gezeigt und muss den Passwortregeln für Provisioning genügen.',
    },
    {
      en: 'When Okta is slowed down it waits for as long as it is told, up to ten times, then makes a task for an Okta admin.',
      de: 'Wird Okta gebremst, wartet es so lange wie verlangt, bis zu zehnmal, und legt dann eine Aufgabe für einen Okta-Admin an.',
    },
    {
      en: 'An import brings only active people to Okta; who is missing from a full import may be removed there.',
      de: 'Ein Import bringt nur aktive Personen zu Okta; wer in einem vollen Import fehlt, kann dort entfernt werden.',
    },
    {
      en: 'Deleting a pushed group in Okta asks whether to delete it here too.',
      de: 'Wird eine übertragene Gruppe in Okta gelöst, fragt Okta, ob sie auch hier gelöscht wird.',
    },
    {
      en: 'If people shall sign in with Okta, link by externalId: it is the Okta id of the person.',
      de: 'Sollen sich Personen mit Okta anmelden, verknüpfen Sie über externalId: Das ist die Okta-ID der Person.',
    },
  ],
};
