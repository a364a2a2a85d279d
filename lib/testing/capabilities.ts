/** A way to reach use cases. */
export type Way = 'portal' | 'cli' | 'api'

/** Use cases that serve one purpose, and for each way that does not reach any of them, why. */
export type Capability = Readonly<{ by: readonly string[]; except?: Readonly<Partial<Record<Way, string>>> }>

const choosing = 'It helps a person to choose on a page. A program knows what it wants.'
const machine = 'It needs the files and secrets of the server’s machine.'
const signIn = 'It changes how people sign in, or proves who they are: a bearer token must not reach it.'
const page = 'It is a view of a page. What it shows is in lists that a program reads.'
const person = 'People answer people: a manager decides with the reason before them.'
const directory = 'A directory owns its groups. It speaks SCIM.'
const upload = 'A file is a list of changes, which a program sends one by one or as JSON Lines.'
const once = 'A person sends it once by hand.'

const both = (reason: string) => ({ cli: reason, api: reason })

/** What owners, admins and operators can do, and where. `reach.test.ts` compares it with the code. */
export const capabilities: Readonly<Record<string, Capability>> = {
  // Accounts.
  'list accounts': { by: ['listAccounts', 'countAccounts', 'findPageStart', 'listAccountLocales'] },
  'look at an account': { by: ['findManagedAccount', 'readAccountPage', 'listAccounts'] },
  'create an account': { by: ['createAccount', 'putAccount'] },
  'change an account': { by: ['updateAccount', 'putAccount', 'patchAccount'] },
  'suspend or resume an account': { by: ['suspendAccount', 'resumeAccount', 'patchAccount'] },
  'suspend accounts together': { by: ['setStateOfAccounts', 'summarizeBulk'], except: both(upload) },
  'import accounts': { by: ['importAccounts', 'importAccountBatch', 'previewImport', 'synchronizeAccounts'] },
  'choose accounts': { by: ['findChosenAccounts', 'suggestAccounts'], except: both(choosing) },
  'see who opened an account': { by: ['readAccountOpenings', 'countOpenSessions'], except: both(page) },
  'list the sessions of an account or a user': { by: ['listManagedSessions', 'readAccountPage'] },
  'end a session': { by: ['endManagedSession', 'endSessionOfAccount'] },
  // Account groups.
  'list account groups': { by: ['listGroups', 'listGroupsById', 'countAccountGroups', 'listGroupChoices'] },
  'look at an account group': { by: ['readGroupPage', 'getAccountGroup', 'listMembersById', 'getMember'] },
  'see the groups of accounts': { by: ['readGroupsOfAccounts'], except: both(page) },
  'create an account group': { by: ['createGroup'] },
  'change an account group': { by: ['updateGroup', 'patchGroup'] },
  'delete an account group': { by: ['deleteGroup'] },
  'put accounts into a group': { by: ['changeMembers', 'editMembers', 'addMember', 'removeMember'] },
  'put accounts into a group by a file or a search': {
    by: ['addAccountsByFile', 'addAccountsById', 'changeFoundMembers', 'countFoundAccounts'],
    except: both(upload),
  },
  'rules of an account group': {
    by: ['addGroupRule', 'applyGroupRule', 'removeGroupRule'],
    except: both(
      'A person sees what a rule matches before it gives access. A program puts accounts into groups itself.',
    ),
  },
  // Users.
  'list users': { by: ['listUsers', 'findUsersToAttend', 'listUsersById'] },
  'look at a user': { by: ['getUser', 'getUserByName'] },
  'create a user': { by: ['inviteUser', 'createUser'] },
  'change a user': { by: ['updateUser', 'patchUser'] },
  'deactivate or reactivate a user': { by: ['deactivateUser', 'reactivateUser', 'patchUser'] },
  'give a user accounts': { by: ['changeAccountAccess', 'listAccountAccess', 'patchUser'] },
  'give a user account groups': { by: ['changeGroupAccess', 'listGroupAccess', 'patchUser'] },
  'change users together': { by: ['changeUsers', 'findBulkUsers', 'summarizeBulkUsers'], except: both(upload) },
  'make a link to set a password': { by: ['createSetPasswordLink'], except: { api: signIn } },
  'reset the factors of a user': { by: ['resetFactors', 'previewFactorReset'], except: { api: signIn } },
  'sign users out': { by: ['signOutUser', 'signOutAllUsers'], except: { api: signIn } },
  'decide the names that users chose': {
    by: ['approveNames', 'rejectNames', 'findUndecidedNames', 'listWaitingNames'],
    except: both(person),
  },
  'identities of users': { by: ['listIdentities', 'listAllIdentities', 'unlinkIdentity'], except: { api: signIn } },
  'see what a leaver knew, and rotate it': { by: ['readLeaverSheet', 'rotateSeenSecrets'], except: { api: once } },
  'access requests': {
    by: ['listAccessRequests', 'findAccessRequest', 'decideAccessRequest', 'countPendingAccessRequests'],
    except: both(person),
  },
  // API keys.
  'list API keys': {
    by: ['listApiKeys', 'searchApiKeys', 'listApiKeysById', 'listActiveKeysOf', 'findKeysToAttend', 'listKeyOwners'],
  },
  'look at an API key': { by: ['findApiKey', 'nameKeyUsers', 'readKeySecrets'] },
  'generate an API key': { by: ['generateApiKey', 'registerApiKey', 'generateKeyForPurpose'] },
  'rename an API key': { by: ['updateApiKey', 'patchApiKey'] },
  'extend an API key': { by: ['extendApiKey', 'patchApiKey'] },
  'limit the calls of an API key': { by: ['setCallLimit', 'countExcess', 'patchApiKey'] },
  'narrow the limits of an API key': { by: ['narrowApiKey', 'patchApiKey'] },
  'disable or enable an API key': { by: ['disableApiKey', 'enableApiKey', 'patchApiKey'] },
  'revoke an API key': { by: ['revokeApiKey', 'countSessionsOfApiKey', 'patchApiKey'] },
  'rotate the secret of an API key': { by: ['rotateSecret', 'rotatePublicKey'] },
  'retire a secret': { by: ['retireSecret'] },
  'rehearse a retirement': { by: ['rehearseRetirement', 'endRehearsal'] },
  'hand over an API key': { by: ['handOverKey', 'handOverNewKey'] },
  'see or withdraw a hand-over': { by: ['readHandOver', 'withdrawHandOver'] },
  'see how an API key is used': { by: ['readKeyUsage', 'readDailyCalls', 'countCallsInLastDay'] },
  'watch and try an API key': {
    by: ['readLiveKey', 'findExampleAccount', 'findUnusedNewKey'],
    except: both('A page waits for the first call. A program makes it.'),
  },
  'check and contain a leak': {
    by: ['checkLeak', 'containLeak', 'findContainment'],
    except: { api: 'A found secret must not be sent once more by program, with a token that may have leaked along.' },
  },
  // What happened.
  'read the activity': {
    by: [
      'listEvents',
      'listNewEventIds',
      'exportEvents',
      'normalizeEventQuery',
      'readEvents',
      'listNamed',
      'findNamed',
      'listEventFolds',
      'listNewestEvents',
    ],
  },
  'saved views of the activity': { by: ['listViews', 'saveView', 'removeView'], except: both(choosing) },
  'check and export the journal': {
    by: ['checkJournal', 'exportJournal'],
    except: { portal: machine, api: 'A program verifies the journal itself, by the checkpoint and the events.' },
  },
  'list refused requests': {
    by: [
      'listRefusals',
      'searchRefusals',
      'listRefusalsOfKey',
      'countRefusals',
      'countRefusalsNotKept',
      'findRefusal',
      'findReadableRefusal',
    ],
  },
  'receipts of sign-in links': { by: ['getReceipt', 'listReceipts', 'readOwnReceipt'] },
  'overview and search': {
    by: ['readOverview', 'searchManaged', 'readFirstSteps', 'hideFirstSteps'],
    except: both(page),
  },
  // The product.
  'return addresses': {
    by: ['listReturnAddresses', 'addReturnAddress', 'removeReturnAddress'],
  },
  'list and look at webhooks': { by: ['countStoppedWebhooks', 'listWebhooks', 'getWebhook', 'readWebhookPage'] },
  'add a webhook': { by: ['addWebhook'] },
  'change a webhook': { by: ['updateWebhook', 'pauseWebhook', 'resumeWebhook', 'patchWebhook'] },
  'remove a webhook': { by: ['removeWebhook'] },
  'rotate the secret of a webhook': { by: ['rotateSigningSecret', 'endFormerSecret'] },
  'test and replay a webhook': { by: ['sendTest', 'replayWebhook'] },
  'name and color of the organization': { by: ['updateOrganization', 'readSettings', 'patchSettings'] },
  'logo of the organization': { by: ['changeLogo', 'removeLogo'], except: both(once) },
  'sign-in policy': { by: ['readPolicy', 'changePolicy'], except: { api: signIn } },
  'sign-in providers': {
    by: [
      'listProviders',
      'getProvider',
      'findProviderIssuer',
      'addProvider',
      'changeProvider',
      'removeProvider',
      'testProvider',
    ],
    except: { api: signIn },
  },
  'test a sign-in provider by signing in': {
    by: ['beginProviderTest', 'readProviderTest', 'switchOnProvider'],
    except: { api: signIn, cli: 'It needs a browser. The command tries the credentials.' },
  },
  'what groups of a provider give': { by: ['listMappings', 'addMapping', 'removeMapping'], except: { api: signIn } },
  'what groups of a directory give': {
    by: ['listProvisionedGroups', 'findProvisioned', 'mapScimGroup', 'unmapScimGroup'],
    except: { api: directory },
  },
  'send a test mail': { by: ['sendTestMail'], except: { api: once } },
  'rotate the signing key': { by: ['rotateSigningKey'], except: { portal: machine, api: machine } },
  'replace the master secret': {
    by: ['rotateMasterSecret', 'rekey', 'retireMasterSecret'],
    except: { portal: machine, api: machine },
  },
  'back up and restore': {
    by: ['backUp', 'restoreBackup', 'restoreInPlace'],
    except: { portal: machine, api: machine },
  },
}
