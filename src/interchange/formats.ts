import {charles} from './formats/charles/charles'
import {curl} from './formats/curl/curl'
import {har} from './formats/har/har'
import {headerEditor} from './formats/header-editor/header-editor'
import {inssman} from './formats/inssman'
import {modHeader} from './formats/modheader/modheader'
import {redirector} from './formats/redirector'
import {requestly} from './formats/requestly'
import {resourceOverride} from './formats/resource-override'
import {simpleModifyHeaders} from './formats/simple-modify-headers'
import {switchyard} from './formats/switchyard'
import type {Format} from './imported'

/** All that can be imported. The first that recognises a file reads it; a test holds that no other one does. */
export const formats: readonly Format[] = [
  switchyard,
  requestly,
  modHeader,
  redirector,
  headerEditor,
  resourceOverride,
  simpleModifyHeaders,
  inssman,
  har,
  charles,
  curl,
]
