import { checkOpenidClient } from './checks/openid-client.ts'
import { controlTarget } from './targets/target.ts'

checkOpenidClient(controlTarget())
