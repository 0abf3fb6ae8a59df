import { type Guide, makeToken, omittedMembers, watchLog } from './guide.ts';

const TEMPLATE = `{
  "schemas": [
    "urn:ietf:params:scim:schemas:core:2.0:User",
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
  ],
  "userName": "{$parameters.scimusername}",
  "displayName": "{$user.display_name}",
  "name": {
    "givenName": "{$user.firstname}",
    "familyName": "{$user.lastname}"
  },
  "emails": [{ "value": "{$user.email}", "type": "work", "primary": true }],
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {
    "department": "{$parameters.department}"
  }
}`;

export const onelogin: Guide = {
  id: 'onelogin',
  name: 'OneLogin',
  proof: {
    en: 'A provisioning token as the SCIM bearer token.',
    de: 'Ein Provisioning-Token als SCIM Bearer Token.',
  },
  steps: [
    makeToken('OneLogin'),
    {
      text: {
        en: 'In OneLogin open `Applications`, `Add App`, and search for `SCIM Provisioner with SAML (SCIM v2 Enterprise)`. The connectors named Core Schema or 1.1 speak an older SCIM and won’t work.',
        de: 'Öffnen Sie in OneLogin `Applications`, `Add App` und suchen Sie `SCIM Provisioner with SAML (SCIM v2 Enterprise)`. Connectoren mit Core Schema oder 1.1 im Namen sprechen ein älteres SCIM und gehen nicht.',
      },
    },
    {
      text: {
        en: 'On the `Configuration` tab fill in the address, the template and the token.',
        de: 'Tragen Sie im Reiter `Configuration` Adresse, Vorlage und Token ein.',
      },
      fields: [
        { field: 'SCIM Base URL', copy: '{baseUrl}' },
        { field: 'SCIM JSON Template', copy: TEMPLATE, block: true },
        { field: 'SCIM Bearer Token', own: 'token' },
      ],
    },
    {
      text: {
        en: 'Choose `Enable` for the API connection and save. OneLogin connects for the first time.',
        de: 'Wählen Sie bei der API-Verbindung `Enable` und speichern Sie. OneLogin verbindet sich zum ersten Mal.',
      },
    },
    {
      text: {
        en: 'On the `Parameters` tab set the SCIM username, for example to the e-mail, and add the parameters that the template names.',
        de: 'Legen Sie im Reiter `Parameters` den SCIM-Benutzernamen fest, etwa die E-Mail, und ergänzen Sie die Parameter, die die Vorlage nennt.',
      },
    },
    {
      text: {
        en: 'On the `Provisioning` tab tick `Enable provisioning`. As long as actions require admin approval there, each waits under `Users`, `Provisioning`.',
        de: 'Haken Sie im Reiter `Provisioning` `Enable provisioning` an. Solange Aktionen dort eine Freigabe verlangen, wartet jede unter `Users`, `Provisioning`.',
      },
    },
    {
      text: {
        en: 'Give people access by a role on the `Access` tab.',
        de: 'Geben Sie Personen im Reiter `Access` über eine Rolle Zugang.',
      },
    },
    watchLog,
  ],
  notes: [
    omittedMembers,
    {
      en: 'The template decides what is sent. A value that a person lacks is sent as empty text.',
      de: 'Die Vorlage entscheidet, was geschickt wird. Was einer Person fehlt, wird als leerer Text geschickt.',
    },
    {
      en: 'Groups are read from here first; rules in OneLogin then put people into them.',
      de: 'Gruppen werden zuerst von hier gelesen; Regeln in OneLogin ordnen dann Personen zu.',
    },
    {
      en: 'When access is taken away, look for what OneLogin shall do: deactivating keeps the person here, deleting does not.',
      de: 'Suchen Sie, was OneLogin tun soll, wenn der Zugang endet: Deaktivieren behält die Person hier, Löschen nicht.',
    },
    {
      en: 'OneLogin does not publish what it sends exactly. If something is missing, compare the template with the request in the provisioning log.',
      de: 'OneLogin veröffentlicht nicht, was es genau schickt. Fehlt etwas, vergleichen Sie die Vorlage mit der Anfrage im Provisioning-Protokoll.',
    },
  ],
};
