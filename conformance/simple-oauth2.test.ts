import { checkSimpleOauth2 } from './checks/simple-oauth2.ts'
import { controlTarget } from './targets/target.ts'

checkSimpleOauth2(controlTarget())
