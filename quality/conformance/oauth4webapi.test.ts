import { checkOauth4webapi } from './checks/oauth4webapi.ts'
import { controlTarget, latchkeyTarget } from './targets/target.ts'

for (const target of [latchkeyTarget({ suite: 'oauth4webapi' }), controlTarget()]) checkOauth4webapi(target)
