export const alerts = {
  alerts: {
    title: 'Handlungsbedarf',
    since: 'Beginn:',
    ends: 'Läuft ab:',
    ended: 'Abgelaufen:',
    'mail-fails': 'Formstead kann keine E-Mails senden. Der Mailserver antwortete: {{reason}}.',
    'provisioning-fails':
      'Das Provisioning schlägt fehl: Die letzte Anfrage Ihres Identity Providers erhielt den Status {{reason}}.',
    'roles-lost':
      'Die Gruppe „{{name}}“, die eine Rolle vergab, wurde gelöscht. Personen, die eine Rolle verloren haben: {{reason}}.',
    'webhook-off':
      'Der Webhook „{{name}}“ wurde ausgeschaltet, weil der Empfänger Nachrichten abgelehnt hat.',
    'files-damaged':
      'Gespeicherte Dateien sind beschädigt: bisher {{reason}}. Bitten Sie den Betreiber, sie aus einer Sicherung zurückzuholen.',
    'files-fill-up': 'Ihre Organisation nutzt {{reason}} ihres Dateispeichers.',
    'forms-fill-up': 'Ihre Organisation nutzt {{reason}} ihres Formularlimits.',
    'answers-fill-up': 'Ihre Organisation nutzt {{reason}} ihres Speichers für Antworten.',
    'certificate-ends':
      'Das Zertifikat dieses Dienstes muss ersetzt werden. Bitten Sie den Betreiber, die Dateien zu ersetzen.',
    'sign-in-certificate-ends':
      'Der Identity Provider „{{name}}“ braucht ein neues Zertifikat für die Anmeldung.',
    'credential-ends': 'Der API-Zugang „{{name}}“ braucht ein neues Secret.',
    mend: {
      'mail-fails': 'Test-E-Mail senden',
      'provisioning-fails': 'Provisioning-Protokoll anzeigen',
      'roles-lost': 'Provisioning anzeigen',
      'webhook-off': 'Webhook anzeigen',
      'files-damaged': 'Formulare anzeigen',
      'files-fill-up': 'Belegung anzeigen',
      'forms-fill-up': 'Belegung anzeigen',
      'answers-fill-up': 'Belegung anzeigen',
      'sign-in-certificate-ends': 'Verbindung anzeigen',
      'credential-ends': 'API-Zugänge anzeigen',
    },
  },
} as const;
