import { apiDocs } from './api-docs.ts';

export const help = {
  ...apiDocs,
  help: {
    title: 'Von der Basic-Authentifizierung zu Access-Tokens wechseln',
    why: 'Die Basic-Authentifizierung funktioniert noch, ist aber veraltet, weil sie bei jeder Anfrage das Passwort einer Person sendet. Verwenden Sie stattdessen einen API-Zugang und ein Access-Token. Für Personen, die eine Authenticator-App haben oder einen zweiten Faktor brauchen, lehnt Formstead die Basic-Authentifizierung ab.',
    create: '1. API-Zugang anlegen',
    createText:
      'Ein Admin öffnet die API-Zugänge, legt einen Zugang für eine Person an und erhält eine Client-ID und ein Client-Secret. Formstead zeigt das Secret nur einmal an.',
    createCli: 'Oder verwenden Sie die Kommandozeile des Servers:',
    ask: '2. Access-Token abrufen',
    askText: 'Ein Access-Token gilt eine Stunde. Rufen Sie kurz vor dem Ablauf ein neues ab.',
    send: '3. Access-Token bei jeder Anfrage senden',
    sendText: 'Senden Sie diesen Header anstelle des Basic-Headers:',
    off: '4. Basic-Authentifizierung ausschalten',
    offText:
      'Die Seite „Sicherheit“ zeigt, wer die Basic-Authentifizierung noch verwendet. Ein Admin kann sie dort für die Organisation ausschalten, der Betreiber für alle:',
    toApp: 'Formstead öffnen',
  },
} as const;
