import { type Guide, makeToken, watchLog } from './guide.ts';

export const google: Guide = {
  id: 'google',
  name: 'Google Workspace',
  proof: {
    en: 'A provisioning token as the access token.',
    de: 'Ein Provisioning-Token als Access-Token.',
  },
  steps: [
    {
      text: {
        en: 'First check whether your Google Workspace offers automatic provisioning. It exists for applications from Google’s catalogue and may be missing for a custom SAML app.',
        de: 'Prüfen Sie zuerst, ob Ihr Google Workspace automatisches Provisioning anbietet. Es ist für Anwendungen aus Googles Katalog vorhanden, bei einer eigenen SAML-App kann es fehlen.',
      },
    },
    makeToken('Google'),
    {
      text: {
        en: 'In the Google Admin console open `Apps`, `Web and mobile apps`, your SAML app, and then `Auto-provisioning`.',
        de: 'Öffnen Sie in der Google-Admin-Konsole `Apps`, `Web and mobile apps`, Ihre SAML-App und dann `Auto-provisioning`.',
      },
      fields: [
        { field: 'Access token', own: 'token' },
        { field: 'Endpoint URL', copy: '{baseUrl}' },
      ],
    },
    {
      text: {
        en: 'Check the attribute mapping. userName needs a value for everyone, such as the primary email address.',
        de: 'Prüfen Sie die Attributzuordnung. userName braucht bei allen einen Wert, etwa die primäre E-Mail-Adresse.',
      },
    },
    {
      text: {
        en: 'Choose which people Google sends, and what happens when a person is suspended, deleted or leaves the scope. Suspending is the safest choice.',
        de: 'Wählen Sie, welche Personen Google sendet und was geschieht, wenn eine Person gesperrt oder gelöscht wird oder nicht mehr dazugehört. Sperren ist die sicherste Wahl.',
      },
    },
    watchLog,
  ],
  notes: [
    {
      en: 'If your app has no `Auto-provisioning`, provision people with your own program and the same token, or through another identity provider.',
      de: 'Fehlt `Auto-provisioning` bei Ihrer App, provisionieren Sie Personen mit einem eigenen Programm und demselben Token oder über einen anderen Identity Provider.',
    },
    {
      en: 'Google usually does not send groups. Assign roles and groups in Formstead.',
      de: 'Google sendet meist keine Gruppen. Vergeben Sie Rollen und Gruppen in Formstead.',
    },
    {
      en: 'A person may be deleted up to 21 days after leaving, even without being suspended first.',
      de: 'Eine Person wird eventuell erst 21 Tage nach dem Ausscheiden gelöscht, auch ohne vorher gesperrt zu sein.',
    },
    {
      en: 'Google does not document its requests. This guide has not been tested with a live Google Workspace.',
      de: 'Google dokumentiert seine Anfragen nicht. Diese Anleitung wurde nicht mit einem echten Google Workspace getestet.',
    },
  ],
};
