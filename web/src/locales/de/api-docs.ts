export const apiDocs = {
  apiDocs: {
    title: 'API-Referenz',
    lead: 'Alles, was andere Programme anfragen können, mit Beispielen echter Anfragen und Antworten. Die Beschreibungen sind auf Englisch. Dasselbe für Werkzeuge, die Clients erzeugen:',
    find: 'Suchen',
    token: 'Access-Token',
    tokenHint:
      'Für „Ausprobieren“. Es bleibt auf dieser Seite und ist weg, wenn Sie sie schließen.',
    about: 'Über Anfragen und Fehler',
    nothing: 'Nichts gefunden. Versuchen Sie weniger oder kürzere Wörter, auf Englisch.',
    mentioned: 'Erwähnt in',
    messages: 'Nachrichten von Webhooks',
    messagesText: 'Formstead sendet diese Anfragen an die Adresse, die Sie angemeldet haben.',
    parameters: 'Parameter',
    body: 'Inhalt der Anfrage',
    responses: 'Antworten',
    required: 'erforderlich',
    example: 'Beispiel',
    headers: 'Header',
    codes: 'Codes',
    tryIt: 'Ausprobieren',
    file: 'Datei',
    send: 'Anfrage senden',
    answered: 'Status {{status}}',
    isFile: 'Die Antwort ist eine Datei.',
    offline:
      'Die Anfrage hat Formstead nicht erreicht. Prüfen Sie die Verbindung und senden Sie sie noch einmal.',
    failed:
      'Die API-Beschreibung konnte nicht geladen werden. Prüfen Sie die Verbindung und laden Sie die Seite neu.',
  },
} as const;
