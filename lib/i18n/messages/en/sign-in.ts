/** Signing in, creating the first owner, and setting a password with a link. */
export const signIn = {
  title: 'Sign in',
  name: 'Email or username',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot your password? Ask an owner or admin for a link to set a new one.',
  notices: {
    signedOut: 'You’re signed out. The accounts you opened from here are closed too.',
    passwordSet: 'Your password is set. Sign in with it now.',
    setUp: 'The owner was created. Sign in with the password you just chose.',
  },
  newPasswordHint: 'Use at least 15 characters. A few words in a row are easy to remember and hard to guess.',
  setUp: {
    title: 'Create the first owner',
    why: 'Owners manage everything: users, accounts, return addresses, and API keys.',
    fullName: 'Your name',
    email: 'Email',
    username: 'Username',
    emailMalformed: 'Enter a full email address, for example ada@example.com.',
    usernameHint: 'Letters, digits, dots, hyphens, and underscores.',
    newPassword: 'Password',
    submit: 'Create owner and sign in',
    unusableWhy:
      'It was already used, has expired, or was replaced. Until there’s an owner, each start of Latchkey prints a new one.',
  },
  setPassword: {
    title: 'Set your password',
    why: 'For {name}. Setting it signs you in here and out everywhere else.',
    username: 'Username',
    newPassword: 'New password',
    submit: 'Set password and sign in',
  },
} as const
