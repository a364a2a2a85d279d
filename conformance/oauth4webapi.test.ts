import { checkOauth4webapi } from './checks/oauth4webapi.ts'
import { controlTarget } from './targets/target.ts'

checkOauth4webapi(controlTarget())
