import { type Guide, makeToken, watchLog } from './guide.ts';

export const google: Guide = {
  id: 'google',
  name: 'Google Workspace',
  proof: {
    en: 'A provisioning token as the access token.',
    de: 'Ein Provisioning-Token als Access Token.',
  },
  steps: [
    {
      text: {
        en: 'First look whether your Google Workspace offers this at all: automatic provisioning exists for applications of Google’s catalogue, and may be missing for a custom SAML app.',
        de: 'Sehen Sie zuerst nach, ob Ihr Google Workspace es überhaupt anbietet: Automatisches Provisioning gibt es für Anwendungen aus Googles Katalog, bei einer eigenen SAML-App kann es fehlen.',
      },
    },
    makeToken('Google'),
    {
      text: {
        en: 'In the Google Admin console open `Apps`, `Web and mobile apps`, your SAML app, and look for `Auto-provisioning`.',
        de: 'Öffnen Sie in der Google-Admin-Konsole `Apps`, `Web and mobile apps`, Ihre SAML-App und suchen Sie `Auto-provisioning`.',
      },
      fields: [
        { field: 'Access token', own: 'token' },
        { field: 'Endpoint URL', copy: '{baseUrl}' },
      ],
    },
    {
      text: {
        en: 'Check the attribute mapping: userName needs a value for everybody, the primary e-mail for example.',
        de: 'Prüfen Sie die Attributzuordnung: userName braucht bei allen einen Wert, etwa die primäre E-Mail.',
      },
    },
    {
      text: {
        en: 'Choose who is sent, and what happens when somebody is suspended, deleted or leaves the scope. Suspending is the careful choice.',
        de: 'Wählen Sie, wer geschickt wird und was geschieht, wenn jemand gesperrt oder gelöscht wird oder nicht mehr dazugehört. Sperren ist die vorsichtige Wahl.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'Without Auto-provisioning in your app, a program of your own can bring people here with the same token, or another identity provider in between.',
      de: 'Fehlt Auto-provisioning bei Ihrer App, kann ein eigenes Programm mit demselben Token Personen hierher bringen, oder ein anderer Identity Provider dazwischen.',
    },
    {
      en: 'Groups are in general not sent: choose roles and groups here.',
      de: 'Gruppen werden im Allgemeinen nicht geschickt: Vergeben Sie Rollen und Gruppen hier.',
    },
    {
      en: 'A deletion can come up to 21 days after the person left, also without being suspended before.',
      de: 'Eine Löschung kann bis zu 21 Tage nach dem Ausscheiden kommen, auch ohne Sperre davor.',
    },
    {
      en: 'Google does not publish what it sends. This guide has not been tried against a live Google Workspace.',
      de: 'Google veröffentlicht nicht, was es schickt. Diese Anleitung wurde nicht mit einem echten Google Workspace erprobt.',
    },
  ],
};
