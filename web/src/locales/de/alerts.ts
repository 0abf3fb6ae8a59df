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
    'files-fill-up': 'Die Dateien Ihrer Organisation belegen {{reason}} des erlaubten Speichers.',
    'forms-fill-up': 'Ihre Organisation hat {{reason}} der erlaubten Formulare.',
    'certificate-ends':
      'Das Zertifikat dieses Dienstes muss ersetzt werden. Wer den Dienst betreibt, kann die Dateien ersetzen.',
    'credential-ends': 'Der API-Zugang „{{name}}“ braucht ein neues Secret.',
    mend: {
      'mail-fails': 'Test-Mail senden',
      'provisioning-fails': 'Provisioning-Protokoll öffnen',
      'webhook-off': 'Webhook öffnen',
      'files-fill-up': 'Belegung ansehen',
      'forms-fill-up': 'Belegung ansehen',
      'credential-ends': 'API-Zugänge öffnen',
    },
  },
} as const;
