/** Signing in, creating the first owner, and setting a password by a link. */
export const signIn = {
  title: 'Sign in',
  name: 'E-mail address or user name',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgotten your password? An owner or an admin can give you a link to set a new one.',
  notices: {
    signedOut: 'You are signed out. The accounts you opened from here are closed too.',
    passwordSet: 'Your password is set. Sign in with it now.',
    setUp: 'The owner is created. Sign in with the password you have just chosen.',
  },
  newPasswordHint: 'At least 15 characters of any kind. A few words in a row are easy to remember and hard to guess.',
  setUp: {
    title: 'Create the first owner',
    why: 'Owners manage everything: people, accounts, return addresses and API keys.',
    fullName: 'Your name',
    email: 'E-mail address',
    username: 'User name',
    emailMalformed: 'Enter an email address, for example ada@example.com.',
    usernameHint: 'Letters, digits, dots, hyphens and underscores.',
    newPassword: 'Password',
    submit: 'Create and sign in',
    unusableWhy:
      'It was already used, has expired or was replaced. While there is no owner, each start of Latchkey prints a new one.',
  },
  setPassword: {
    title: 'Set your password',
    why: 'For {name}. You are then signed in here, and signed out everywhere else.',
    username: 'User name',
    newPassword: 'New password',
    submit: 'Set password and sign in',
  },
} as const
