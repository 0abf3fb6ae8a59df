import { type Guide, makeToken, omittedMembers, watchLog } from './guide.ts';

export const okta: Guide = {
  id: 'okta',
  name: 'Okta',
  proof: {
    en: 'A provisioning token in the authorization header. Okta’s OAuth 2 mode requires a person to sign in, which Formstead does not support.',
    de: 'Ein Provisioning-Token im Authorization-Header. Der OAuth-2-Modus von Okta verlangt die Anmeldung einer Person; das unterstützt Formstead nicht.',
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
        en: 'Choose the provisioning actions you want: new users, profile updates, groups. Then choose `Test Connector Configuration` and save.',
        de: 'Wählen Sie die gewünschten Aktionen: neue Personen, Änderungen, Gruppen. Wählen Sie dann `Test Connector Configuration` und speichern Sie.',
      },
    },
    {
      text: {
        en: 'Under `To App`, turn on `Create Users`, `Update User Attributes` and `Deactivate Users`.',
        de: 'Schalten Sie unter `To App` `Create Users`, `Update User Attributes` und `Deactivate Users` ein.',
      },
    },
    {
      text: {
        en: 'Assign people on the `Assignments` tab, and choose the groups to send on `Push Groups`. Their members must also be assigned themselves.',
        de: 'Weisen Sie unter `Assignments` Personen zu und wählen Sie unter `Push Groups` die Gruppen. Mitglieder müssen selbst zugewiesen sein.',
      },
    },
    watchLog,
  ],
  notes: [
    omittedMembers,
    {
      en: 'Okta never deletes a person. Removing the assignment deactivates the person, and assigning again reactivates the same person. Okta sends nothing when you suspend a person.',
      de: 'Okta löscht keine Personen. Ohne Zuweisung wird die Person deaktiviert, eine neue Zuweisung aktiviert dieselbe Person wieder. Wenn Sie eine Person in Okta sperren (Suspend), sendet Okta nichts.',
    },
    {
      en: 'Okta sends a password with each new person. Formstead never shows it. It must meet the password rules for provisioning under `Security`.',
      de: 'Okta sendet mit jeder neuen Person ein Passwort. Formstead zeigt es nie an. Es muss die Passwortregeln für Provisioning unter `Sicherheit` erfüllen.',
    },
    {
      en: 'When Formstead limits its requests, Okta waits as long as required and retries up to ten times. Then it creates a task for an Okta admin.',
      de: 'Begrenzt Formstead die Anfragen, wartet Okta so lange wie verlangt und versucht es bis zu zehnmal erneut. Danach legt es eine Aufgabe für einen Okta-Admin an.',
    },
    {
      en: 'An import to Okta includes only active people. Okta may remove people who are missing from a full import.',
      de: 'Ein Import in Okta enthält nur aktive Personen. Personen, die in einem vollständigen Import fehlen, kann Okta entfernen.',
    },
    {
      en: 'When you remove a pushed group in Okta, Okta asks whether to delete it in Formstead too.',
      de: 'Wenn Sie eine übertragene Gruppe in Okta entfernen, fragt Okta, ob sie auch in Formstead gelöscht werden soll.',
    },
    {
      en: 'If people will sign in with Okta, match them by externalId, which is the Okta ID of the person.',
      de: 'Sollen sich Personen mit Okta anmelden, ordnen Sie sie über externalId zu; das ist die Okta-ID der Person.',
    },
  ],
};
