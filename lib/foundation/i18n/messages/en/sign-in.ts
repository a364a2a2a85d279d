/** Signing in, creating the first owner, and setting a password with a link. */
export const signIn = {
  title: 'Sign in',
  name: 'Email or username',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot your password? Ask an owner or admin for a link to set a new one.',
  forgotPassword: {
    title: 'Forgot your password?',
    why: 'Enter your email or username. We’ll send you a link to set a new password.',
    submit: 'Send link',
    back: 'Back to sign-in',
    sent: {
      title: 'Check your email',
      why: 'If a user with that email or username exists, a link to set a new password is on its way to their email address. It works once, for 1 hour.',
      nothing: 'Nothing arrived? Look in your spam folder, or ask an owner or admin for a link.',
    },
  },
  /** Between two ways to sign in. */
  or: 'or',
  passkey: 'Sign in with a passkey',
  /** For someone else than the user whose password was entered. */
  restart: 'Start again',
  verify: {
    title: 'Confirm your sign-in',
    byApp: 'Enter the six-digit code that your authenticator app shows, or a recovery code.',
    byPasskey: 'Use your passkey, or enter a recovery code.',
    byRecoveryCode: 'Enter one of the recovery codes that you saved. Each one works once.',
    code: 'Code',
    recoveryCode: 'Recovery code',
    wrongCode: 'This code is wrong, expired, or was already used. Enter the next code that your app shows.',
    wrongRecoveryCode: 'This recovery code is wrong or was already used.',
    submit: 'Continue',
    lost: 'Lost your second factor and your recovery codes? Ask an owner or admin to reset it.',
    recover: 'Use a recovery code',
  },
  enroll: {
    title: 'Set up a second factor',
    why: 'Your sign-in requires one besides the password, so that a stolen password isn’t enough. Set it up to finish signing in.',
    passkey: {
      title: 'Passkey',
      why: 'Signs you in with your fingerprint, your face, a PIN, or a security key.',
      name: 'Name of the passkey',
      submit: 'Create passkey',
    },
    app: {
      title: 'Authenticator app',
      scan: 'Scan this QR code with the app on your phone.',
      qrCode: 'QR code for your authenticator app',
      byHand: 'Or enter this key by hand',
      code: 'Six-digit code that the app shows',
      wrongCode: 'This code is wrong or expired. Enter the code that the app shows now.',
      submit: 'Confirm code',
    },
  },
  codes: {
    title: 'Save your recovery codes',
    why: 'Your second factor is set up. If you lose it, each of these codes signs you in once. Keep them in a safe place, for example in a password manager.',
    once: 'Copy them now. You won’t see them again.',
    copy: 'Copy codes',
    done: 'I’ve saved them. Continue',
  },
  provider: {
    continueWith: 'Continue with {label}',
    invitation: 'Accept your invitation',
    invitationWhy: 'For {name}. Sign in through your company to link your account there.',
    back: 'Go back',
    notConfirmed: 'You weren’t confirmed',
    leaving: 'Continue to your company’s sign-in',
    link: {
      title: 'Link this account?',
      question: 'Link {identity} at {provider} to the user {name} ({username})?',
      why: '{identity} will then sign in here as {name}. If you aren’t {name}, cancel: someone may have sent you their own link.',
      password: 'Password of {name}',
      cancel: 'Cancel',
      submit: 'Link account',
    },
    /** Why the company's own sign-in didn't work. */
    problems: {
      cancelled:
        'You canceled the sign-in at your company, or it was declined there. Try again, or sign in another way.',
      factor:
        'Your company’s sign-in wasn’t strong or recent enough. Sign in there again with your second factor. If that doesn’t help, tell an owner.',
      unavailable:
        'Your company’s sign-in isn’t responding right now. Try again in a minute, or sign in another way. If it lasts, tell an owner.',
      refused:
        'Latchkey couldn’t verify the answer of your company’s sign-in. Try again. If it fails again, tell an owner.',
      expired: 'This sign-in took longer than 10 minutes, or was begun in another browser. Start again.',
      not_linked:
        'Your company signed you in, but you don’t have access here yet. Ask an owner or admin to invite you.',
      email: 'Your company didn’t confirm an email address that has access here. Ask an owner or admin to invite you.',
      user_exists:
        'Someone with your email address or username is already here, and isn’t linked to your company’s sign-in. Ask an owner or admin for an invitation, and open it in this browser.',
      other_user:
        'You signed in at your company as someone else. Sign out there, then try again with the right account.',
      has_factor:
        'You have a second factor here, which an invitation can’t replace. Ask an owner or admin to reset it first.',
      inactive: 'You’re deactivated here. Ask an owner or admin.',
      link_unusable: 'This invitation was already used, has expired, or was replaced. Ask for a new one.',
      linked: 'Your company account is already linked. Sign in with it below.',
    },
  },
  notices: {
    cookies:
      'Your browser sent no cookie of this sign-in. Allow cookies for this site, and make every step in the same browser.',
    signedOut: 'You’re signed out. The accounts you opened from here are closed too.',
    passwordSet: 'Your password is set. Sign in with it now.',
    setUp: 'The owner was created. Sign in with the password you just chose.',
  },
  newPasswordHint:
    'Use at least {min, number} characters. A few words in a row are easy to remember and hard to guess.',
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
