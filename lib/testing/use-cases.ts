import { globSync, readFileSync } from 'node:fs'

/** The exported functions of `lib` whose parameters match. */
export function findUseCases(parameters: RegExp): string[] {
  return globSync('lib/*/**/*.ts')
    .filter((path) => !/\.test\.ts$|^lib\/(testing|server\/demo)\//.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^export (?:async )?function (\w+)\(([^)]*)/gm)])
    .filter(([, , text = '']) => /\b(services|db|trx)\b/i.test(text) && parameters.test(text))
    .map(([, name = '']) => name)
}

/** Parts of use cases that take an actor, too. Their callers authorize. */
export const innerUseCases: readonly string[] = [
  'addAccount',
  'addApiKey',
  'addNewAccount',
  'addUser',
  'changeAccess',
  'changeAccount',
  'changeCallLimit',
  'changeApiKeyState',
  'changeFields',
  'changeGivenGroups',
  'changeKeyFields',
  'changeListedAccounts',
  'changeManaged',
  'changeNameAndAccent',
  'changeAccountState',
  'changeKeyState',
  'changeStates',
  'changeTarget',
  'checkNewUser',
  'containLink',
  'deactivateManaged',
  'endAndRecord',
  'endKey',
  'extend',
  'getManagedKey',
  'getManagedUser',
  'listSeenSecrets',
  'narrow',
  'pauseHeld',
  'prepareApiKey',
  'prepareChanges',
  'prepareGenerated',
  'prepareHandedOver',
  'prepareRegistered',
  'reactivateManaged',
  'recordEvent',
  'renameGroup',
  'replaceGivenGroups',
  'requireOtherWayIn',
  'resumeHeld',
  'revocation',
  'replaceSetPasswordLink',
  // Also for oneself, with cases of its own in `company-sign-in.test.ts`.
  'unlinkIdentity',
]
