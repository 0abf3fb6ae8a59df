export const help = {
  help: {
    title: 'Von der Basic-Anmeldung zu Access Tokens',
    why: 'HTTP Basic geht noch und ist veraltet: Es schickt bei jeder Anfrage das Passwort einer Person mit. Benutzen Sie stattdessen einen API-Zugang und ein Access Token. Für Personen, die eine Authenticator-App haben oder einen zweiten Faktor brauchen, wird es abgelehnt.',
    create: '1. Einen API-Zugang anlegen',
    createText:
      'Ein Admin öffnet die API-Zugänge, wählt die Person, für die gehandelt wird, und bekommt eine Client-ID und ein Client-Secret. Es wird nur einmal gezeigt.',
    createCli: 'Oder auf der Kommandozeile des Dienstes:',
    ask: '2. Ein Access Token holen',
    askText: 'Es gilt eine Stunde. Holen Sie erst ein neues, wenn es bald endet.',
    send: '3. Es bei jeder Anfrage mitschicken',
    sendText: 'Anstelle des Basic-Headers:',
    off: '4. Basic ausschalten',
    offText:
      'Die Seite „Sicherheit“ zeigt einem Admin, wer Basic noch benutzt, und schaltet es für die Organisation aus. Wer den Dienst betreibt, schaltet es für alle aus:',
    toApp: 'Zu Formstead',
  },
} as const;
