/** Why somebody could not sign in, or not confirm who they are. */
export const signInReasons = {
  'several-organisations':
    'Benutzername, E-Mail oder Passwort stimmt nicht, oder Sie dürfen sich hier nicht anmelden. Haben mehrere Organisationen diesen Benutzernamen oder diese E-Mail-Adresse, stellen Sie den Code Ihrer Organisation voran: Code/Benutzername.',
  'password-by-sso':
    'Benutzername, E-Mail oder Passwort stimmt nicht, oder Sie dürfen sich hier nicht anmelden. Ihre Organisation erlaubt nur Single Sign-on: Melden Sie sich mit ihrem Identity Provider an. Passwörter gelten nur für Notfall-Admins.',
  'passkey-unknown':
    'Der Passkey ist hier nicht bekannt oder wurde nicht angenommen. Versuchen Sie es erneut, oder melden Sie sich auf andere Weise an.',
  'password-wrong': 'Das Passwort stimmt nicht.',
  'last-try':
    'Der Code stimmt nicht oder wurde schon verwendet. Das war der letzte Versuch: Melden Sie sich erneut an.',
} as const;
