/** Mails. */
export const mail = {
  hello: 'Hello {name},',
  operator: 'An operator',
  choose: 'You choose which notices you get: {url}',
  quoted: '“{note}”',
  openLink: 'If the button doesn’t work, open this URL: {url}',
  test: {
    subject: 'Test message from {site}',
    lead: 'Mail from {site} reaches you.',
    note: 'Someone who manages {site} sent this message to check its settings.',
  },
  invitation: {
    subject: 'Your access to {site}',
    lead: '{by} gave you access to {site}. Choose a password to sign in.',
    action: 'Choose a password',
    note: 'The link works once, until {until}. If you don’t expect it, ignore this message.',
  },
  password_link: {
    subject: 'Set a new password for {site}',
    lead: '{by} created a link for you to set a new password for {site}.',
    action: 'Set password',
    note: 'The link works once, until {until}. Your current password works until you use it.',
  },
  forgotten_password: {
    subject: 'Set a new password for {site}',
    lead: 'Someone at the IP address {address} requested a new password for you at {site}.',
    action: 'Set password',
    note: 'The link works once, until {until}. If it wasn’t you, ignore this message: your password stays as it is.',
  },
  password_changed: {
    subject: 'Your password for {site} was changed',
    lead: 'Your password for {site} was set on {at}, from the IP address {address}. Other sessions of yours have ended.',
    action: 'Review your sessions',
    note: 'If it wasn’t you, ask an owner or admin for a new password link immediately.',
  },
  factor_changed: {
    subject: 'Your sign-in to {site} was changed',
    lead: '{change, select, passkey_added {A passkey was added to your sign-in} passkey_removed {A passkey was removed from your sign-in} app_added {An authenticator app was set up for your sign-in} app_replaced {The authenticator app of your sign-in was replaced} app_removed {The authenticator app of your sign-in was removed} codes_replaced {Your recovery codes were replaced} code_used {One of your recovery codes was used to sign in} other {Every passkey, the authenticator app and the recovery codes were removed from your sign-in}} to {site} on {at}, from the IP address {address}.',
    passkey: 'Passkey: {name}',
    action: 'Review your sign-in',
    note: 'If you don’t expect this, change your password and tell an owner or admin immediately.',
  },
  identity_linked: {
    subject: 'Your sign-in to {site} was linked to {provider}',
    lead: 'On {at}, an invitation was accepted with an account of {provider}, from the IP address {address}. From now on, that account signs you in to {site}.',
    note: 'If it wasn’t you, tell an owner or admin immediately.',
  },
  email_confirmation: {
    subject: 'Confirm your email address for {site}',
    lead: 'The user {user} of {site} wants to sign in with this email address.',
    action: 'Confirm email address',
    note: 'The link works once, until {until}, and only for the user {user}. If that isn’t you, ignore this message: nothing changes.',
  },
  email_changed: {
    subject: 'Your email address for {site} was changed',
    lead: 'Since {at}, you sign in to {site} with {email} instead of this email address.',
    action: 'Open your account',
    note: 'If you don’t expect this, tell an owner or admin immediately.',
  },
  names_requested: {
    subject: '{user} asks for new sign-in names',
    lead: '{user} asks to sign in to {site} with: {names}',
    action: 'Decide',
    note: 'Approve only names that are the user’s own: directories and colleagues find people by them.',
  },
  provisioning_refused: {
    subject: 'Provisioning of {userName} was refused',
    lead: 'On {at}, your company’s directory wanted {userName} as a user of {site}. {user} chose this name, and it isn’t confirmed, so nothing was changed.',
    action: 'Open the user',
    note: 'If both are one person, approve the name there. Otherwise reject it, and the directory can create the user.',
  },
  new_browser: {
    subject: 'New sign-in to {site}',
    lead: 'Your password was used on {at} to sign in to {site}, from a browser that is new for you.',
    browser: 'Browser: {browser}',
    address: 'IP address: {address}',
    action: 'Review your sessions',
    note: 'If it wasn’t you, end that session and change your password immediately.',
  },
  key_expiring: {
    subject: 'The API key “{name}” expires on {date}',
    lead: 'The API key “{name}” of {owner} expires on {until}. Programs that use it lose access then.',
    action: 'Open the key',
    note: 'Extend the key before that, or give its programs another one.',
  },
  key_revoked: {
    subject: 'The API key “{name}” was revoked',
    lead: '{by} revoked the API key “{name}” of {owner} on {at}. Programs that use it have lost access.',
    reported:
      'The API key “{name}” of {owner} was revoked on {at}: the recipient of its hand-over link reported that someone else had used it. Programs that use it have lost access.',
    action: 'Open the key',
    note: 'A revoked key can’t be enabled again.',
  },
  webhook_paused: {
    subject: 'Events to {origin} are paused',
    lead: 'Since {at}, no events are sent to {origin}.',
    action: 'Open the webhook',
  },
  access_requested: {
    subject: '{user} requests access to {account}',
    lead: '{user} requests access to the account {account}, for this reason:',
    action: 'Decide',
  },
  access_decided: {
    subject:
      '{decision, select, approved {You can open the account {account}} other {Your request for {account} was declined}}',
    lead: '{by} {decision, select, approved {approved} other {declined}} your request for the account {account}.',
    action: 'Show your requests',
  },
} as const
