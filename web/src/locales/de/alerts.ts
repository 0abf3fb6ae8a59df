export const alerts = {
  alerts: {
    title: 'Hier müssen Sie etwas tun',
    since: 'seit',
    ends: 'läuft ab:',
    ended: 'abgelaufen:',
    'mail-fails': 'E-Mails lassen sich nicht senden: {{reason}}.',
    'provisioning-fails':
      'Das Provisioning schlägt fehl: Die letzte Anfrage Ihres Identity Providers wurde mit {{reason}} beantwortet.',
    'webhook-off':
      'Der Webhook „{{name}}“ wurde ausgeschaltet, weil der Empfänger keine Nachrichten angenommen hat.',
    'certificate-ends':
      'Das Zertifikat dieses Dienstes muss ersetzt werden. Wer den Dienst betreibt, kann die Dateien ersetzen.',
    'credential-ends': 'Der API-Zugang „{{name}}“ braucht ein neues Secret.',
    mend: {
      'mail-fails': 'Test-Mail senden',
      'provisioning-fails': 'Provisioning-Protokoll öffnen',
      'webhook-off': 'Webhook öffnen',
      'credential-ends': 'API-Zugänge öffnen',
    },
  },
} as const;
