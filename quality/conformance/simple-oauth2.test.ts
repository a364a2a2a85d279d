import { checkSimpleOauth2 } from './checks/simple-oauth2.ts'
import { controlTarget, latchkeyTarget } from './targets/target.ts'

for (const target of [latchkeyTarget(), controlTarget()]) checkSimpleOauth2(target)
