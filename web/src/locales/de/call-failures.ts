/** Why a call to an address that somebody registered failed. */
export const callFailures = {
  timeout: 'Der andere Server hat nicht rechtzeitig geantwortet.',
  'no-address': 'Der Hostname hat keine IP-Adresse. Prüfen Sie die Adresse.',
  'not-public': 'Die Adresse ist nicht öffentlich. Formstead ruft keine privaten Adressen auf.',
  'connection-refused': 'Der andere Server hat die Verbindung abgelehnt.',
  'connection-lost': 'Der andere Server hat die Verbindung geschlossen.',
  certificate: 'Das TLS-Zertifikat des anderen Servers ist nicht gültig.',
  'unexpected-answer': 'Der andere Server hat etwas Unerwartetes geantwortet.',
  'secret-lost':
    'Das Secret dieses Webhooks lässt sich nicht entschlüsseln, weil sich der Hauptschlüssel geändert hat. Erneuern Sie das Secret.',
  'no-right':
    'Nicht gesendet: Wer diesen Webhook eingerichtet hat, darf nicht alle Formulare der Vorlage sehen. Speichern Sie ihn als Admin, der das darf, und senden Sie erneut.',
  other: 'Der Aufruf ist fehlgeschlagen.',
} as const;
