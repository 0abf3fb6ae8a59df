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
        en: 'In OneLogin open `Applications`, `Add App`, and search for `SCIM Provisioner with SAML (SCIM v2 Enterprise)`. Connectors with Core Schema or 1.1 in their name use an older version of SCIM and don’t work.',
        de: 'Öffnen Sie in OneLogin `Applications`, `Add App` und suchen Sie `SCIM Provisioner with SAML (SCIM v2 Enterprise)`. Connectoren mit Core Schema oder 1.1 im Namen verwenden ein älteres SCIM und funktionieren nicht.',
      },
    },
    {
      text: {
        en: 'On the `Configuration` tab, enter the base URL, the template and the token.',
        de: 'Tragen Sie im Reiter `Configuration` die Basis-URL, die Vorlage und das Token ein.',
      },
      fields: [
        { field: 'SCIM Base URL', copy: '{baseUrl}' },
        { field: 'SCIM JSON Template', copy: TEMPLATE, block: true },
        { field: 'SCIM Bearer Token', own: 'token' },
      ],
    },
    {
      text: {
        en: 'Choose `Enable` for the API connection and save. OneLogin then connects for the first time.',
        de: 'Wählen Sie bei der API-Verbindung `Enable` und speichern Sie. OneLogin verbindet sich dann zum ersten Mal.',
      },
    },
    {
      text: {
        en: 'On the `Parameters` tab, set the SCIM username, for example to the email address, and add the parameters that the template uses.',
        de: 'Legen Sie im Reiter `Parameters` den SCIM-Benutzernamen fest, etwa die E-Mail-Adresse, und ergänzen Sie die Parameter, die die Vorlage verwendet.',
      },
    },
    {
      text: {
        en: 'On the `Provisioning` tab, select `Enable provisioning`. If actions require admin approval there, each one waits under `Users`, `Provisioning`.',
        de: 'Wählen Sie im Reiter `Provisioning` die Option `Enable provisioning`. Verlangen Aktionen dort eine Freigabe, wartet jede unter `Users`, `Provisioning`.',
      },
    },
    {
      text: {
        en: 'On the `Access` tab, give people access through a role.',
        de: 'Geben Sie Personen im Reiter `Access` über eine Rolle Zugang.',
      },
    },
    watchLog,
  ],
  notes: [
    omittedMembers,
    {
      en: 'The template defines the attributes that OneLogin sends. OneLogin sends missing values as empty text.',
      de: 'Die Vorlage bestimmt, welche Attribute OneLogin sendet. Fehlende Werte sendet OneLogin als leeren Text.',
    },
    {
      en: 'Templates of older connectors have `urn:scim:schemas:core:2.0` in `schemas`. Formstead accepts them, but does not store attributes of the old enterprise schema. Use the template above.',
      de: 'Vorlagen älterer Connectors haben `urn:scim:schemas:core:2.0` in `schemas`. Formstead nimmt sie an, speichert aber keine Attribute des alten Enterprise-Schemas. Verwenden Sie die Vorlage oben.',
    },
    {
      en: 'OneLogin first reads the groups from Formstead. Rules in OneLogin then add people to them.',
      de: 'OneLogin liest zuerst die Gruppen aus Formstead. Regeln in OneLogin ordnen ihnen dann Personen zu.',
    },
    {
      en: 'Choose what OneLogin does when a person loses access. Deactivating keeps the person in Formstead, deleting does not.',
      de: 'Wählen Sie, was OneLogin tut, wenn eine Person den Zugang verliert. Beim Deaktivieren bleibt sie in Formstead erhalten, beim Löschen nicht.',
    },
    {
      en: 'OneLogin does not document its requests in detail. If something is missing, compare the template with the request in the provisioning log.',
      de: 'OneLogin dokumentiert seine Anfragen nicht genau. Fehlt etwas, vergleichen Sie die Vorlage mit der Anfrage im Provisioning-Protokoll.',
    },
  ],
};
