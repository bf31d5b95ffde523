import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import * as firstRefused from '../src/engine/first-refused'
import * as witness from '../src/engine/witness'
import * as read from '../src/matching/regex/read'
import * as write from '../src/matching/regex/write'
import * as replaceText from '../src/matching/replace-text'
import * as groups from '../src/service/groups'
import * as renumber from '../src/service/renumber'
import * as trash from '../src/service/trash'
import * as clientHints from '../src/translate/client-hints'
import * as dataUrl from '../src/translate/data-url'
import * as embedExpression from '../src/translate/embed-expression'
import * as replace from '../src/translate/rules/replace'

/** The parts of the worker that only some kinds of rules or deeds need; wxt.config.ts says how they get there. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, {
    switchyardExtras: {
      ...witness,
      ...read,
      ...write,
      ...replaceText,
      ...groups,
      ...renumber,
      ...trash,
      ...firstRefused,
      ...clientHints,
      ...dataUrl,
      ...embedExpression,
      ...replace,
    },
  })
})
