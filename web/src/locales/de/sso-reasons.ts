/** Why a connection for single sign-on can't be set up so. */
export const ssoReasons = {
  'secret-needed': 'Sie haben den Issuer geändert. Geben Sie das Client-Secret erneut ein.',
  'claim-not-lasting':
    'Dieser Claim kann sich ändern oder auf eine andere Person übergehen. Verwenden Sie sub (Okta) oder oid (Entra).',
  'credential-of-another':
    'Die Verbindung „{{name}}“ verwendet bereits einen dieser API-Zugänge. Entfernen Sie ihn dort oder wählen Sie einen anderen.',
  'issuer-address': 'Der Issuer muss eine https-Adresse ohne Abfrage und Fragment sein.',
  'saml-metadata': '{{said}} Formstead kann diese Metadaten daher nicht verwenden.',
  'saml-unreachable':
    'Formstead kann diese Adresse nicht lesen. Prüfen Sie sie, oder laden Sie die Metadaten als Datei hoch.',
  'saml-metadata-needed': 'Geben Sie zuerst die Metadaten des Identity Providers ein.',
  'saml-not-waiting':
    'Diese Anmeldeadresse hat sich erneut geändert. Laden Sie die Seite neu und prüfen Sie sie.',
} as const;
