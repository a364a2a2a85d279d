import { checkOpenidClient } from './checks/openid-client.ts'
import { controlTarget, latchkeyTarget } from './targets/target.ts'

for (const target of [latchkeyTarget({ suite: 'openid-client' }), controlTarget()]) checkOpenidClient(target)
