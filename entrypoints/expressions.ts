import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import * as read from '../src/matching/regex/read'
import * as write from '../src/matching/regex/write'
import * as replaceText from '../src/matching/replace-text'
import * as embedExpression from '../src/translate/embed-expression'
import * as replace from '../src/translate/rules/replace'

/** The parts of the worker that only regular expressions and Replace rules need; wxt.config.ts says how they get there. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, {
    switchyardExpressions: {...read, ...write, ...replaceText, ...embedExpression, ...replace},
  })
})
