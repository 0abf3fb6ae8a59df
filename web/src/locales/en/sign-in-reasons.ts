/** Why somebody could not sign in, or not confirm who they are. */
export const signInReasons = {
  'several-organisations':
    'The user name, email or password is wrong, or you may not sign in here. If several organisations have this user name or email address, put the code of yours before it: code/userName.',
  'password-by-sso':
    'The user name, email or password is wrong, or you may not sign in here. Your organisation allows single sign-on only: sign in with its identity provider. Passwords work for break-glass admins only.',
  'passkey-unknown':
    'The passkey is not known here, or was not accepted. Try again, or sign in another way.',
  'password-wrong': 'The password is wrong.',
  'last-try': 'The code is wrong or was used before. That was the last try: sign in again.',
} as const;
